"""A Streamlit server of its own for a measurement, and what it takes from the machine (Linux: from /proc)."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
FLOOR = Path(__file__).with_name("floor")


class Server:
    """``streamlit run`` of one script, in the script's own folder and with the app's own settings.

    settings: more of them, such as ``{"server.disconnectedSessionTTL": 5}``.
    """

    def __init__(self, script: Path, settings: dict | None = None) -> None:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        options = {
            "server.port": self.port,
            "server.address": "127.0.0.1",
            "server.headless": "true",
            "server.fileWatcherType": "none",
            "browser.gatherUsageStats": "false",
            "runner.postScriptGC": "false",
        }
        words = [f"--{k}={v}" for k, v in (options | (settings or {})).items()]
        command = [sys.executable, "-m", "streamlit", "run", script.name, *words]
        self.started = time.perf_counter()
        # BENCHMARK_LOG names a file for what the server says, as where an answer was an error.
        with open(os.environ.get("BENCHMARK_LOG", os.devnull), "ab") as log:
            self.process = subprocess.Popen(
                command, cwd=script.parent, stdout=log, stderr=subprocess.STDOUT
            )
        self._wait()

    def _wait(self) -> None:
        while self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1):
                    return
            except OSError:
                time.sleep(0.01)
            if time.perf_counter() - self.started > 120:
                break
        raise RuntimeError("The server did not start.")

    def _tree(self) -> list[int]:
        """The server and the programs it has started."""
        pids, new = [], [self.process.pid]
        while new:
            pids += new
            found = []
            for pid in new:
                for task in Path(f"/proc/{pid}/task").glob("*/children"):
                    found += map(int, task.read_text().split())
            new = found
        return pids

    def memory(self) -> float:
        """Resident memory in MiB, of all its processes."""
        total = 0
        for pid in self._tree():
            try:
                pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            except OSError:
                continue  # it has ended in between
            total += pages * os.sysconf("SC_PAGE_SIZE")
        return total / 2**20

    def cpu(self) -> float:
        """Seconds of processor time so far, of the server and of what it has waited for."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_) -> None:
        self.stop()


def machine() -> str:
    """The machine in one line, and how busy it is."""
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
    load = " ".join(f"{x:.1f}" for x in os.getloadavg())
    return f"{os.cpu_count()} cores, {model}, Python {sys.version.split()[0]}, load {load}"


def percentile(values: list[float], p: float) -> float:
    """The value that p percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(p / 100 * len(ordered)))]

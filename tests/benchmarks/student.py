"""One student without a browser: a client of Streamlit's own protocol over a websocket.

It does what Streamlit's page does: it keeps the widgets of the last run, adopts values that the server
sets, answers with the state of all widgets that stand, and waits until the script has finished. It
imports Streamlit's own message types, so it breaks where they change, and not silently.
"""

from __future__ import annotations

import asyncio
import html
import http.cookiejar
import json
import re
import time
import urllib.request
import uuid
from pathlib import Path
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

_EARLY = ForwardMsg.FINISHED_EARLY_FOR_RERUN
_TRIGGERS = "$$STREAMLIT_INTERNAL_KEY_{}__events"
_KEPT_FROM = 10_000  # bytes: larger messages are sent once and then named by their hash


class Student:
    """One session. ``query`` is the address it opens, without the question mark."""

    def __init__(self, port: int, query: str = "") -> None:
        self.url, self.query = f"ws://127.0.0.1:{port}/_stcore/stream", query
        self.widgets: dict[str, tuple[str, Any]] = {}  # by id: kind and message
        self.values: dict[str, tuple[str, Any]] = {}  # by id: field and value
        self.pages: dict[str, str] = {}
        self.page = ""
        self.texts: list[str] = []
        self.errors: list[str] = []
        self.received = 0
        self._kept: dict[str, ForwardMsg] = {}
        self._fragments: dict[str, str] = {}  # by id: the part of the page that runs with it

    async def open(self) -> Student:
        self._socket = await websockets.connect(
            self.url, subprotocols=["streamlit"], max_size=None, compression=None
        )
        await self.rerun()
        return self

    async def close(self) -> None:
        await self._socket.close()

    def id_of(self, key: str) -> str | None:
        """The id of the widget with this key, None where there is none now."""
        return next((i for i in self.widgets if i.endswith(f"-{key}")), None)

    def attributes(self) -> list[str]:
        """The attributes that can be opened on the Grow page."""
        wid = self.id_of("attributes")
        if wid is None:
            return []
        component = self.widgets[wid][1]
        text = json.loads(component.json or component.mixed.json)["html"]
        return [html.unescape(n) for n in re.findall(r'data-pick="([^"]*)"', text)]

    async def set(self, key: str, value: Any) -> float:
        """Change a widget, and wait for the answer; seconds."""
        wid = self.id_of(key)
        kind, message = self.widgets[wid]
        field = _field(kind, message)
        if field == "double_array_value":
            value = [float(value)]
        self.values[wid] = (field, [value] if field == "string_array_value" else value)
        return await self.rerun(of=wid)

    async def press(self, key_or_label: str) -> float:
        """Press a button, named by its key or its label."""
        wid = self.id_of(key_or_label) or next(
            i
            for i, (kind, m) in self.widgets.items()
            if kind == "button" and m.label == key_or_label
        )
        return await self.rerun(WidgetState(id=wid, trigger_value=True), of=wid)

    def can(self, label: str) -> bool:
        """Whether a button with this label is there and not disabled."""
        there = [m for k, m in self.widgets.values() if k == "button" and m.label == label]
        return bool(there) and not there[0].disabled

    async def upload(self, key: str, path: Path) -> float:
        """Give a file to a file uploader, and wait for the answer; seconds."""
        ask, content = BackMsg(), path.read_bytes()
        ask.file_urls_request.request_id = "upload"
        ask.file_urls_request.file_names.append(path.name)
        ask.file_urls_request.session_id = self.session
        self._urls = None
        await self._socket.send(ask.SerializeToString())
        while self._urls is None:
            self._heard(await self._socket.recv())
        urls = self._urls.file_urls[0]
        server = self.url.replace("ws:", "http:").removesuffix("/_stcore/stream")
        await asyncio.to_thread(put, server + urls.upload_url, content, path.name)
        wid = self.id_of(key)
        state = WidgetState(id=wid)
        info = state.file_uploader_state_value.uploaded_file_info.add(
            name=path.name, size=len(content), file_id=urls.file_id
        )
        info.file_urls.CopyFrom(urls)
        self.values[wid] = ("file_uploader_state_value", state.file_uploader_state_value)
        return await self.rerun(of=wid)

    async def pick(self, key: str, value: str) -> float:
        """Click inside one of the app's components."""
        event = json.dumps([{"event": "pick", "value": value}])
        wid = self.id_of(key)
        trigger = WidgetState(id=_TRIGGERS.format(wid), json_trigger_value=event)
        return await self.rerun(trigger, of=wid)

    async def go(self, page: str) -> float:
        """Another page, by its name in the address: ``grow``; "" is the first."""
        self.widgets.clear()
        return await self.rerun(page=self.pages[page])

    async def rerun(
        self, trigger: WidgetState | None = None, *, page: str | None = None, of: str = ""
    ) -> float:
        """Ask for a run, as the widget ``of`` does, and wait until it has finished; seconds."""
        message = BackMsg()
        run = message.rerun_script
        run.fragment_id = self._fragments.get(of, "")
        run.query_string, run.page_script_hash = self.query, self.page if page is None else page
        run.cached_message_hashes.extend(self._kept)
        for wid, (field, value) in self.values.items():
            if wid not in self.widgets:
                continue
            state = run.widget_states.widgets.add(id=wid)
            if field.endswith("array_value"):
                getattr(state, field).data.extend(value)
            elif field.endswith("state_value"):
                getattr(state, field).CopyFrom(value)
            else:
                setattr(state, field, value)
        if trigger is not None:
            run.widget_states.widgets.append(trigger)
        started = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        await self._finished()
        return time.perf_counter() - started

    async def _finished(self) -> None:
        while not self._heard(await asyncio.wait_for(self._socket.recv(), 300)):
            pass

    def _heard(self, raw: bytes) -> bool:
        """Take one message in; whether it says that a run has finished."""
        self.received += len(raw)
        message = ForwardMsg.FromString(raw)
        kind = message.WhichOneof("type")
        if kind == "ref_hash":
            kept = self._kept.get(message.ref_hash)
            if kept is None:
                self.errors.append("a message that was never sent in full")
                return False
            whole = ForwardMsg.FromString(kept.SerializeToString())
            whole.metadata.CopyFrom(message.metadata)
            message, kind = whole, whole.WhichOneof("type")
        elif message.hash and len(raw) > _KEPT_FROM:
            self._kept[message.hash] = message
        if kind == "new_session":
            self.page = message.new_session.page_script_hash
            self.session = message.new_session.initialize.session_id
            if not message.metadata.run.fragment_ids:
                self.widgets.clear()
                self.texts.clear()
            self._learn_pages(message.new_session.app_pages)
        elif kind == "navigation":
            self._learn_pages(message.navigation.app_pages)
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "file_urls_response":
            self._urls = message.file_urls_response
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            self._element(message.delta.new_element, message.delta.fragment_id)
        return kind == "script_finished" and message.script_finished != _EARLY

    def _learn_pages(self, pages) -> None:
        for i, page in enumerate(pages):
            name = page.url_pathname if page.url_pathname else page.page_name
            self.pages["" if i == 0 else name] = page.page_script_hash

    def _element(self, element, fragment: str) -> None:
        kind = element.WhichOneof("type")
        message = getattr(element, kind)
        if kind == "exception":
            self.errors.append(message.message or message.type)
        if kind == "html":
            self.texts.append(message.body)
        wid = getattr(message, "id", "")
        if not wid or kind == "page_link":
            return
        self.widgets[wid], self._fragments[wid] = (kind, message), fragment
        if getattr(message, "set_value", False):
            field = _field(kind, message)
            name = {
                "selectbox": "raw_value",
                "button_group": "raw_values",
                "multiselect": "raw_values",
            }
            value = getattr(message, name.get(kind, "value"))
            self.values[wid] = (field, list(value) if field.endswith("array_value") else value)


def _field(kind: str, message) -> str:
    """Where the value of a widget stands in the message to the server."""
    return {
        "number_input": "double_value",
        "slider": "double_array_value",
        "checkbox": "bool_value",
        "selectbox": "string_value",
        "button_group": "string_array_value",
        "multiselect": "string_array_value",
        "text_input": "string_value",
        "text_area": "string_value",
    }[kind]


def put(url: str, content: bytes, name: str) -> None:
    """Upload a file as the browser does: as one part of a form, with the token of the server's cookie."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    browser.open(url.split("/_stcore/")[0] + "/_stcore/health", timeout=60).close()
    mark = uuid.uuid4().hex
    head = (
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
        "Content-Type: text/csv\r\n\r\n"
    )
    body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
    ask = urllib.request.Request(url, data=body, method="PUT")
    ask.add_header("Content-Type", f"multipart/form-data; boundary={mark}")
    ask.add_header("X-Xsrftoken", next(c.value for c in jar if "xsrf" in c.name))
    browser.open(ask, timeout=300).close()

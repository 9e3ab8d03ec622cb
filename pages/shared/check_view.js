// A working sheet: what is typed stays here, and is sent when the reader asks for the check.
// The HTML was quoted on the server.
const STORE = 'working-sheet:';

export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector('.ck-host');
  host.tell = setTriggerValue;
  if (host.shown !== data.html || host.sheet !== data.name || host.stamp !== data.stamp) show(host, data);
  host.oninput = (event) => { if (event.target.dataset?.key) { unmark(event.target); keep(host); } };
  host.onclick = (event) => click(host, event);
  host.onkeydown = (event) => press(host, event);
  host.onpaste = (event) => paste(host, event);
}

const fields = (host) => [...host.querySelectorAll('input[data-key]')];
const field = (host, key) => fields(host).find((f) => f.dataset.key === key);

function values(host) {
  return Object.fromEntries(fields(host).filter((f) => f.value.trim()).map((f) => [f.dataset.key, f.value]));
}

// What was typed since the server last heard of the sheet outlives a new state of it.
function show(host, data) {
  const same = host.sheet === data.name;
  const base = same ? host.sent || host.answers : data.answers;
  const typed = same ? values(host) : draft(data) || {};
  const whole = same || draft(data);
  const active = host.contains(document.activeElement) ? document.activeElement : null;
  const held = active?.dataset.key, from = active?.selectionStart, to = active?.selectionEnd;
  const checked = data.marked && same && host.stamp !== data.stamp;
  host.innerHTML = data.html;
  Object.assign(host, { shown: data.html, sheet: data.name, stamp: data.stamp, answers: data.answers, sent: null });
  for (const f of fields(host)) {
    const key = f.dataset.key, mine = typed[key] || '', was = base[key] || '';
    if (whole && mine !== was && (data.answers[key] || '') === was) { f.value = mine; unmark(f); }
  }
  keep(host);
  if (checked) {
    const summary = host.querySelector('[data-summary]');
    summary?.focus({ preventScroll: true });
    summary?.scrollIntoView({ block: 'nearest' });
  } else if (held) {
    const f = field(host, held);
    f?.focus({ preventScroll: true });
    f?.setSelectionRange(from, to);
  }
}

function draft(data) {
  try {
    const found = JSON.parse(sessionStorage.getItem(STORE + data.name));
    // A new session on the server knows of no answers yet: the draft is then all there is.
    return found && (!data.stamp || found.stamp === data.stamp) ? found.values : null;
  } catch { return null; }
}

function keep(host) {
  const now = values(host), counter = host.querySelector('[data-filled]');
  if (counter) counter.textContent = Object.keys(now).length;
  try { sessionStorage.setItem(STORE + host.sheet, JSON.stringify({ stamp: host.stamp, values: now })); } catch { /* full or forbidden */ }
}

// A mark is of the figure that was checked, not of the one that is being typed.
function unmark(f) {
  const mark = f.parentElement.querySelector('.ck-mark');
  if (mark) mark.textContent = '';
  f.removeAttribute('aria-invalid');
}

function check(host) {
  host.sent = values(host);
  host.tell('check', { values: host.sent });
}

function click(host, event) {
  const go = event.target.closest('[data-go]');
  if (go) {
    const f = field(host, go.dataset.go);
    f?.scrollIntoView({ block: 'center' });
    f?.focus({ preventScroll: true });
    f?.select();
  } else if (event.target.closest('[data-check]')) check(host);
  else if (event.target.closest('[data-clear]')) {
    for (const f of fields(host)) { f.value = ''; unmark(f); }
    keep(host);
    host.sent = {};
    host.tell('clear', true);
    fields(host)[0]?.focus();
  }
}

function press(host, event) {
  const f = event.target;
  if (!f.dataset?.key || event.isComposing) return;
  const all = fields(host), at = all.indexOf(f);
  if (event.key === 'Enter') {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) check(host);
    else if (event.shiftKey) all[at - 1]?.focus();
    else if (all[at + 1]) { all[at + 1].focus(); all[at + 1].select(); }
    else host.querySelector('[data-check]')?.focus();
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !f.getAttribute('list')) {
    event.preventDefault();
    step(f, all, event.key === 'ArrowDown' ? 1 : -1);
  }
}

// Up and down: the same column of the next line; at the edge of a table, the next field.
function step(f, all, by) {
  const cell = f.closest('td'), row = cell?.parentElement;
  const next = by > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  const other = next?.cells[cell.cellIndex]?.querySelector('input');
  const to = other || all[all.indexOf(f) + by];
  to?.focus();
  to?.select();
}

// A block of cells from a spreadsheet is read on the server; a single figure is pasted as anywhere.
function paste(host, event) {
  const f = event.target, text = event.clipboardData?.getData('text/plain') || '';
  if (!f.dataset?.key || !/[\t\r\n]/.test(text.trim())) return;
  event.preventDefault();
  host.sent = values(host);
  host.tell('paste', { values: host.sent, text, start: f.dataset.key });
}

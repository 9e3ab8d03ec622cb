// A piece of the page's own HTML, quoted on the server, whose buttons tell which one was pressed.
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector('.host');
  if (host.shown !== data.html) {
    const held = host.contains(document.activeElement) ? document.activeElement.dataset.pick : undefined;
    host.innerHTML = data.html;
    host.shown = data.html;
    unfold(host);
    if (held !== undefined) host.querySelector(`[data-pick="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }
  host.onclick = (event) => {
    if (event.target.closest('[data-fold]')) { host.all = !host.all; unfold(host); return; }
    const button = event.target.closest('[data-pick]');
    if (button) setTriggerValue('pick', button.dataset.pick);
  };
}

// Rows of a long table stay folded until asked for; the wish outlives the next step.
function unfold(host) {
  const button = host.querySelector('[data-fold]');
  if (!button) return;
  button.dataset.words ||= button.textContent;
  button.textContent = host.all ? 'Show fewer' : button.dataset.words;
  button.setAttribute('aria-expanded', String(Boolean(host.all)));
  for (const row of host.querySelectorAll('tr.rest')) row.hidden = !host.all;
}

// The tree on the page: a laid-out SVG goes in, the picked node comes out.
// Only what a Graphviz picture of a tree needs is let through; all else is dropped before it is shown.
const ELEMENTS = new Set(['svg', 'g', 'path', 'polygon', 'polyline', 'ellipse', 'rect', 'line', 'text', 'tspan']);
const ATTRIBUTES = new Set(['id', 'class', 'viewBox', 'width', 'height', 'transform', 'd', 'points', 'x', 'y', 'x1', 'x2',
  'y1', 'y2', 'cx', 'cy', 'rx', 'ry', 'text-anchor', 'font-family', 'font-size', 'font-weight', 'font-style',
  'fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'textLength', 'xml:space']);
const NS = 'http://www.w3.org/2000/svg';

function clean(element) {
  for (const attribute of [...element.attributes]) {
    if (!ATTRIBUTES.has(attribute.name) || /url\s*\(|javascript:/i.test(attribute.value)) element.removeAttribute(attribute.name);
  }
  for (const child of [...element.children]) {
    // A tooltip puts the drawing of a node into a link: the link goes, what it holds stays.
    const keep = child.namespaceURI === NS && (ELEMENTS.has(child.localName) || child.localName === 'a');
    if (!keep) { child.remove(); continue; }
    clean(child);
    if (child.localName === 'a' || (child.localName === 'g' && /^a_/.test(child.id))) child.replaceWith(...child.childNodes);
  }
}

function make(name, attributes) {
  const element = document.createElementNS(NS, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
}

// The words were measured in Helvetica and are shown in the page's own, narrower font:
// the digits of a bar go back to the middle of their segment, the number of rows to the right edge.
function settle(node) {
  let box = null;
  for (const element of [...node.children]) {
    if (element.localName === 'polygon') box = element.getBBox();
    else if (element.localName === 'text' && box) {
      const text = element.getBBox(), middle = text.y + text.height / 2, across = text.x + text.width / 2;
      if (middle > box.y && middle < box.y + box.height && across > box.x - 4 && across < box.x + box.width + 4) {
        element.setAttribute('text-anchor', 'middle');
        element.setAttribute('x', box.x + box.width / 2);
      }
    }
  }
  const outline = node.querySelector('path, polygon');
  if (!outline) return;
  const b = outline.getBBox(), words = [...node.querySelectorAll('text')];
  const count = words[1];
  if (count && /^[\d.]+$/.test(count.textContent.trim()) && Math.abs(count.getAttribute('y') - words[0].getAttribute('y')) < 9) {
    count.setAttribute('y', words[0].getAttribute('y'));
    count.setAttribute('text-anchor', 'end');
    count.setAttribute('x', b.x + b.width - 9);
  }
  node.append(make('rect', { class: 'ring', x: b.x - 4, y: b.y - 4, width: b.width + 8, height: b.height + 8, rx: 9 }));
}

function draw(wrap, text) {
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (svg.localName !== 'svg' || svg.namespaceURI !== NS || !svg.hasAttribute('viewBox')) return null;
  clean(svg);
  const shown = document.importNode(svg, true);
  wrap.replaceChildren(shown);
  const graph = shown.querySelector('g.graph');
  if (!graph) return null;
  const background = graph.querySelector(':scope > polygon');
  if (background) background.remove();
  for (const node of [...graph.querySelectorAll('g.node')]) { graph.append(node); settle(node); }
  return shown;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector('.root'), wrap = root.querySelector('.wrap'), memory = (wrap.memory ||= { zoom: null });
  wrap.style.setProperty('--h', data.height);
  root.querySelector('.k').replaceChildren(...data.classes.map(([name, fill]) => {
    const entry = document.createElement('span'), patch = document.createElement('i');
    patch.style.background = fill;
    entry.append(patch, name);
    return entry;
  }));
  root.querySelector('.n').textContent = data.hint;
  if (memory.text !== data.svg) {
    memory.svg = draw(wrap, data.svg);
    memory.text = data.svg;
    memory.focus = null;
    if (memory.whole !== data.whole) { memory.zoom = null; memory.whole = data.whole; }
  }
  const svg = memory.svg;
  if (!svg) { wrap.replaceChildren('The tree could not be drawn.'); return; }
  const view = svg.viewBox.baseVal, elements = new Map(), nodes = new Map();
  for (const [id, parent, level, place, of, name] of data.nodes) nodes.set(id, { id, parent, level, place, of, name, children: [] });
  for (const node of nodes.values()) nodes.get(node.parent)?.children.push(node.id);
  const order = [...nodes.keys()];

  svg.setAttribute('role', 'tree');
  svg.setAttribute('aria-label', data.label);
  for (const g of svg.querySelectorAll('g.graph')) g.setAttribute('role', 'presentation');
  for (const edge of svg.querySelectorAll('g.edge')) edge.setAttribute('aria-hidden', 'true');
  for (const tag of svg.querySelectorAll('.tag')) tag.remove();
  const onPath = new Set();
  for (let node = nodes.get(data.selected); node; node = nodes.get(node.parent)) onPath.add(node.id);
  for (const edge of svg.querySelectorAll('g.edge')) edge.classList.toggle('path', onPath.has(edge.id.replace('edge', 'node')));
  for (const node of nodes.values()) {
    const g = svg.querySelector('#' + CSS.escape(node.id));
    if (!g) continue;
    elements.set(node.id, g);
    const title = make('title', {});
    title.textContent = node.name;
    for (const old of g.querySelectorAll(':scope > title')) old.remove();
    g.prepend(title);
    const say = { role: 'treeitem', 'aria-label': node.name, 'aria-level': node.level, 'aria-setsize': node.of, 'aria-posinset': node.place,
      'aria-selected': String(node.id === data.selected), tabindex: '-1' };
    if (node.children.length) say['aria-expanded'] = 'true';
    for (const key in say) g.setAttribute(key, say[key]);
    if (data.tag && node.id === data.selected) {
      const b = g.querySelector('.ring').getBBox(), width = data.tag.length * 5.6 + 14, tag = make('g', { class: 'tag', 'aria-hidden': 'true' });
      const words = make('text', { x: b.x - 2 + width / 2, y: b.y - 0.5, 'text-anchor': 'middle' });
      words.textContent = data.tag;
      tag.append(make('rect', { x: b.x - 2, y: b.y - 13, width, height: 17, rx: 5 }), words);
      g.append(tag);
    }
  }
  (elements.get(memory.focus) || elements.get(data.selected) || elements.values().next().value)?.setAttribute('tabindex', '0');

  const move = (id) => {
    const g = elements.get(id);
    if (!g) return;
    for (const other of elements.values()) other.setAttribute('tabindex', '-1');
    g.setAttribute('tabindex', '0');
    memory.focus = id;
    g.focus({ preventScroll: true });
    reveal(g);
  };
  // Scrolls the tree only, never the page.
  const reveal = (g, centre) => {
    const r = g.getBoundingClientRect(), w = wrap.getBoundingClientRect();
    if (centre || r.left < w.left || r.right > w.right) wrap.scrollLeft += r.left + r.width / 2 - w.left - w.width / 2;
    if (r.top < w.top + 14 || r.bottom > w.bottom) wrap.scrollTop += r.top + r.height / 2 - w.top - w.height / 2;
  };
  const pick = (id) => {
    memory.focus = id;
    for (const [key, g] of elements) g.setAttribute('aria-selected', String(key === id));
    setTriggerValue('pick', id);
  };
  // A click on "12 nodes below" or "197 more branches" picks the node they are below.
  const nodeAt = (event) => nodes.get(event.target.closest('g.node')?.id.replace(/^(below|more)/, 'node'));
  svg.onclick = (event) => {
    const node = nodeAt(event);
    if (node && !memory.dragged) { move(node.id); pick(node.id); }
  };
  svg.onkeydown = (event) => {
    const node = nodeAt(event);
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    const siblings = nodes.get(node.parent)?.children || [node.id], at = siblings.indexOf(node.id);
    const to = { ArrowUp: node.parent, ArrowDown: node.children[0], ArrowLeft: siblings[at - 1], ArrowRight: siblings[at + 1],
      Home: order[0], End: order[order.length - 1] };
    if (event.key === 'Enter' || event.key === ' ') pick(node.id);
    else if (event.key in to) { if (to[event.key]) move(to[event.key]); }
    else return;
    event.preventDefault();
    event.stopPropagation(); // Left and Right also step through the lesson
  };
  let from = null;
  wrap.onpointerdown = (event) => {
    memory.dragged = false;
    if (event.pointerType === 'mouse' && event.button === 0) from = [event.clientX + wrap.scrollLeft, event.clientY + wrap.scrollTop];
  };
  wrap.onpointermove = (event) => {
    if (!from || !event.buttons) return;
    const dx = from[0] - event.clientX - wrap.scrollLeft, dy = from[1] - event.clientY - wrap.scrollTop;
    if (!memory.dragged && Math.abs(dx) + Math.abs(dy) < 5) return;
    memory.dragged = true;
    wrap.scrollLeft += dx;
    wrap.scrollTop += dy;
  };
  wrap.onpointerup = wrap.onpointerleave = () => { from = null; };

  // At first no smaller than can be read; the button Fit shows the whole tree, however small.
  const fitting = (least) => Math.max(least, Math.min(data.most, (wrap.clientWidth - 10) / view.width,
    (parseFloat(getComputedStyle(wrap).maxHeight) - 12) / view.height));
  const current = () => (memory.zoom === 'fit' ? fitting(0.05) : memory.zoom ?? fitting(data.least));
  const apply = () => {
    if (!wrap.clientWidth) return;
    const zoom = current();
    svg.setAttribute('width', view.width * zoom);
    svg.setAttribute('height', view.height * zoom);
    const g = elements.get(data.selected);
    if (g) reveal(g, true);
    else wrap.scrollLeft = (wrap.scrollWidth - wrap.clientWidth) / 2;
  };
  for (const button of root.querySelectorAll('button[data-z]')) button.onclick = () => {
    const zoom = current();
    memory.zoom = { in: Math.min(zoom * 1.25, 4), out: Math.max(zoom / 1.25, 0.1), fit: 'fit' }[button.dataset.z];
    apply();
  };
  apply();
  const observer = new ResizeObserver(apply);
  observer.observe(wrap);
  return () => observer.disconnect();
}

// Shows a tree of plain objects as elements and changes only what differs.
const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'path', 'circle', 'g', 'text']);

export function h(tag, attributes, children = []) {
  return { tag, attributes, key: attributes.key, children: flatten(children) };
}

function flatten(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

export function render(parent, tree) {
  patchChildren(parent, flatten([tree]));
}

function patchChildren(parent, wanted) {
  wanted.forEach((child, index) => {
    const present = parent.childNodes[index];
    const isSame = present && fits(present, child);
    const node = isSame ? present : create(child);
    if (!isSame) {
      if (present) parent.replaceChild(node, present);
      else parent.appendChild(node);
    }
    update(node, child);
  });
  while (parent.childNodes.length > wanted.length) parent.removeChild(parent.lastChild);
}

function fits(node, child) {
  if (typeof child !== 'object') return node.nodeType === 3;
  return node.nodeType === 1 && node.shownTag === child.tag && node.shownKey === child.key;
}

function create(child) {
  if (typeof child !== 'object') return document.createTextNode('');
  const node = SVG_TAGS.has(child.tag) ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  node.shownTag = child.tag;
  node.shownKey = child.key;
  return node;
}

function update(node, child) {
  if (typeof child !== 'object') {
    if (node.data !== String(child)) node.data = String(child);
    return;
  }
  const old = node.shownAttributes ?? {};
  for (const name of Object.keys(old)) if (!(name in child.attributes)) setAttribute(node, name, null);
  patchChildren(node, child.children);
  for (const [name, value] of Object.entries(child.attributes)) if (name !== 'key') setAttribute(node, name, value);
  node.shownAttributes = child.attributes;
}

function setAttribute(node, name, value) {
  if (name.startsWith('on')) node[name] = value;
  else if (name === 'value' || name === 'checked') {
    if (node[name] !== value) node[name] = value ?? '';
  } else if (name === 'style' && value) Object.assign(node.style, value);
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : value);
}

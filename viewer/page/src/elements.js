// SPDX-License-Identifier: Apache-2.0
// Helpers that build the page's controls.

/**
 * @param {string} tag @param {Record<string, any>} [properties] set on the element; `class` and `data-…` as attributes
 * @param {...(Node|string)} children
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'class' || name.includes('-')) node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children);
  return node;
}

/** A check box. */
export function toggle(label, checked, changed, title = '') {
  const input = element('input', { type: 'checkbox', checked });
  input.addEventListener('change', () => changed(input.checked));
  const row = element('label', { class: 'toggle', title }, input, element('span', {}, label));
  return { row, input, set(value) { input.checked = value; changed(value); } };
}

/** A slider from 0 to 1. */
export function slider(label, value, changed, title = '') {
  const input = element('input', { type: 'range', min: 0, max: 1, step: 'any', value, title, 'aria-label': label });
  const text = element('output');
  const row = element('label', { class: 'slider', title }, element('span', {}, label), input, text);
  const update = () => { text.textContent = changed(Number(input.value)) ?? ''; };
  input.addEventListener('input', update);
  update();
  return { row, input, update, set(to) { input.value = String(Math.min(1, Math.max(0, to))); update(); } };
}

/** A drop-down list. @param {[string, string][]} options value and label */
export function choice(label, options, changed, title = '') {
  const select = element('select', { title, 'aria-label': label },
    ...options.map(([value, text]) => element('option', { value }, text)));
  select.addEventListener('change', () => changed(select.value));
  return { row: element('label', { class: 'field', title }, element('span', {}, label), select), select };
}

/** A field for a number. */
export function number(label, value, changed, title = '') {
  const input = element('input', { type: 'number', step: 'any', value, title, 'aria-label': label });
  input.addEventListener('change', () => changed(Number(input.value)));
  return { row: element('label', { class: 'field', title }, element('span', {}, label), input), input };
}

export function button(label, clicked, title = '') {
  const node = element('button', { type: 'button', title }, label);
  node.addEventListener('click', clicked);
  return node;
}

/** A section of the panel that opens and closes. */
export function section(title, isOpen, ...children) {
  const details = element('details', { open: isOpen }, element('summary', {}, title), ...children);
  return details;
}

/** Replaces the entries of a list of names and values. @param {HTMLElement} list @param {string[][]} rows */
export function fillRows(list, rows) {
  list.replaceChildren(...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}

// SPDX-License-Identifier: Apache-2.0
// Binds keys and makes the help from the same table.

import { element } from './elements.js';
import { OPTIONS } from './hash_options.js';

const MOUSE_HELP = [
  ['drag', 'orbit the camera'],
  ['right drag', 'move the camera sideways'],
  ['wheel', 'zoom'],
  ['Shift + click', 'set the start of a path on the surface'],
  ['Ctrl + click', 'set the goal of a path on the surface'],
  ['click an end', 'show handles to move the start or the goal'],
  ['click an agent', 'follow it with the camera'],
];

/** @param {{keys: string[], help: string, run: (event: KeyboardEvent) => void}[]} bindings */
export function bindKeys(bindings) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys typed into a field are text.
    const isField = event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]):not([type=range]), select, textarea');
    if (isField && event.key !== 'Escape') return;
    // The browser closes an open dialog.
    if (document.querySelector('dialog[open]') && event.key === 'Escape') return;
    const binding = bindings.find(({ keys }) => keys.includes(event.key));
    if (!binding) return;
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    binding.run(event);
  });
}

/** Labels of keys. */
function named(key) {
  return { ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', PageUp: 'Page ↑', PageDown: 'Page ↓' }[key] ?? key;
}

/** The dialog that explains mouse, keys and address. */
export function makeHelp(bindings) {
  const rows = (pairs) => element('dl', { class: 'keys' },
    ...pairs.flatMap(([key, help]) => [element('dt', {}, key), element('dd', {}, help)]));
  const dialog = element('dialog', { id: 'help' },
    element('h2', {}, 'Mouse'), rows(MOUSE_HELP),
    element('h2', {}, 'Keys'), rows(bindings.filter((b) => b.help).map((b) => [b.keys.map(named).join(' '), b.help])),
    element('h2', {}, 'Address'),
    element('p', { class: 'hint' }, 'Options follow a # and are joined by &, as in page.html#t=12.5&follow=drone 1&chase=1'),
    rows(Object.entries(OPTIONS).map(([key, { form, help }]) => [`${key}=${form}`, help])),
    element('p', { class: 'hint' }, 'Click or press Esc to close.'));
  dialog.addEventListener('click', () => dialog.close());
  return dialog;
}

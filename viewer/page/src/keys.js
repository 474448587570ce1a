// SPDX-License-Identifier: Apache-2.0
// Keys and their help: one table for both.

import { element } from './elements.js';
import { OPTIONS } from './hash_options.js';

const MOUSE_HELP = [
  ['drag', 'turn round the point looked at'],
  ['right drag', 'move sideways'],
  ['wheel', 'nearer and farther'],
  ['Shift + click', 'set the start on the surface clicked'],
  ['Ctrl + click', 'set the goal'],
  ['click an end', 'handles to move it; the path follows'],
  ['click an agent', 'the camera follows it'],
];

/** @param {{keys: string[], help: string, run: (event: KeyboardEvent) => void}[]} bindings */
export function bindKeys(bindings) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys typed into a field belong to the field.
    const isField = event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]):not([type=range]), select, textarea');
    if (isField && event.key !== 'Escape') return;
    // An open help closes by itself.
    if (document.querySelector('dialog[open]') && event.key === 'Escape') return;
    const binding = bindings.find(({ keys }) => keys.includes(event.key));
    if (!binding) return;
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    binding.run(event);
  });
}

/** Names of keys as people know them. */
function named(key) {
  return { ' ': 'Space', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', PageUp: 'Page ↑', PageDown: 'Page ↓' }[key] ?? key;
}

/** The overlay that explains mouse and keys. */
export function makeHelp(bindings) {
  const rows = (pairs) => element('dl', { class: 'keys' },
    ...pairs.flatMap(([key, help]) => [element('dt', {}, key), element('dd', {}, help)]));
  const dialog = element('dialog', { id: 'help' },
    element('h2', {}, 'Mouse'), rows(MOUSE_HELP),
    element('h2', {}, 'Keys'), rows(bindings.filter((b) => b.help).map((b) => [b.keys.map(named).join(' '), b.help])),
    element('h2', {}, 'Address'),
    element('p', { class: 'hint' }, 'Behind a # and joined by &, as in page.html#t=12.5&follow=drone 1&chase=1'),
    rows(Object.entries(OPTIONS).map(([key, { form, help }]) => [`${key}=${form}`, help])),
    element('p', { class: 'hint' }, 'Click or press Esc to close.'));
  dialog.addEventListener('click', () => dialog.close());
  return dialog;
}

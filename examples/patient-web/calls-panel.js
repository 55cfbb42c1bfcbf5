// The panel that lists the calls made by the page.
import { el } from './dom.js';

/** @returns a function that adds a call to the panel. */
export const callsPanel = () => {
  const list = document.getElementById('call-list');
  const count = document.getElementById('call-count');
  return ({ method, path, status, requestId, curl }) => {
    const copy = el('button', { type: 'button' }, 'Copy as curl');
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(curl);
      copy.textContent = 'Copied';
    });
    list.prepend(
      el(
        'li',
        {},
        el('code', {}, `${method} ${path}`),
        el('div', {}, `Status ${status}`),
        requestId === undefined ? undefined : el('div', { class: 'hint' }, `Request id ${requestId}`),
        copy,
      ),
    );
    count.textContent = `(${list.children.length})`;
  };
};

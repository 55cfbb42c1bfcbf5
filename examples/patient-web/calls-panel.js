// The panel that lists the calls made by the page.
import { el } from './dom.js';

/** @returns functions that add a call to the panel, and remove all of them. */
export const callsPanel = () => {
  const list = document.getElementById('call-list');
  const countAgain = () => {
    document.getElementById('call-count').textContent = `(${list.children.length})`;
  };
  const add = ({ method, path, status, requestId, curl }) => {
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
    countAgain();
  };
  const clear = () => {
    list.replaceChildren();
    countAgain();
  };
  return { add, clear };
};

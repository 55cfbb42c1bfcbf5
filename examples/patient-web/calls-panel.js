// The panel that lists the calls behind the page that is shown, for developers. Open on a wide screen, closed on a phone.
import { button, el } from './dom.js';
import { w } from './words/words.js';

const wide = matchMedia('(min-width: 75rem)');

/** @returns functions that list a call, list one whose answer was kept, and clear and draw the panel; and the button that opens it. */
export const callsPanel = () => {
  const panel = document.getElementById('calls');
  let calls = [];
  let isOpen = wide.matches;
  let opener;

  const entry = ({ method, path, status, requestId, curl, isKept }) => {
    const words = w().calls;
    const copy = button(words.copy, {
      onClick: async () => {
        await navigator.clipboard.writeText(curl);
        copy.textContent = words.copied;
      },
    });
    return el(
      'li',
      { class: 'call' },
      el('code', {}, `${method} ${path}`),
      el('div', {}, words.status(status ?? words.noAnswer), isKept ? ` · ${words.kept}` : ''),
      requestId === undefined ? undefined : el('div', { class: 'quiet' }, words.request(requestId)),
      copy,
    );
  };
  const draw = () => {
    const words = w().calls;
    panel.hidden = !isOpen;
    panel.setAttribute('aria-label', words.title);
    opener?.setAttribute('aria-expanded', String(isOpen));
    panel.replaceChildren(
      el('h2', { class: 'group' }, `${words.title} (${calls.length})`),
      el('p', { class: 'quiet' }, words.hint),
      el('ol', { class: 'call-list', reversed: true }, ...calls.map(entry)),
    );
  };
  const add = call => {
    calls = [call, ...calls];
    draw();
  };
  return {
    add,
    addKept: call => add({ ...call, isKept: true }),
    clear: () => {
      calls = [];
      draw();
    },
    draw,
    toggle: () => {
      opener = button('</>', {
        class: 'plain',
        'aria-label': w().calls.toggle,
        'aria-expanded': String(isOpen),
        'aria-controls': 'calls',
        onClick: () => {
          isOpen = !isOpen;
          draw();
          if (isOpen) panel.scrollIntoView({ block: 'nearest' });
        },
      });
      return opener;
    },
  };
};

// For developers: the calls behind the page that is shown, and the technical names of what it shows. Opened by a link in the foot.
import { button, el } from './dom.js';
import { w } from './words/words.js';

const stored = 'developer';

/**
 * @param {{ onToggle: () => void }} options `onToggle`: what developers alone see comes or goes.
 * @returns functions that list a call, list one whose answer was kept, and clear and draw the panel; the button that opens it; and
 *   whether it is open.
 */
export const callsPanel = ({ onToggle }) => {
  const panel = document.getElementById('calls');
  let calls = [];
  let isOpen = sessionStorage.getItem(stored) === 'yes';

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
    document.body.classList.toggle('developer', isOpen);
    panel.setAttribute('aria-label', words.title);
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
    isOpen: () => isOpen,
    toggle: () =>
      button(isOpen ? w().calls.close : w().calls.open, {
        class: 'plain',
        id: 'developers',
        'aria-expanded': String(isOpen),
        'aria-controls': 'calls',
        onClick: () => {
          isOpen = !isOpen;
          sessionStorage.setItem(stored, isOpen ? 'yes' : 'no');
          onToggle();
          document.getElementById('developers').focus();
        },
      }),
  };
};

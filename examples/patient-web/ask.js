// Asks the user a question in a dialog of the app, whose buttons say what they do.
import { button, el } from './dom.js';
import { w } from './words/words.js';

/**
 * @param {{ question: string, lines?: string[], choices: { label: string, value: string }[], canCancel?: boolean }} options
 * @returns `answer`: the value of the chosen answer; undefined if the user cancels. `dialog`, which can be closed.
 */
export const ask = ({ question, lines = [], choices, canCancel = true }) => {
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'question' },
    el('h2', { id: 'question' }, question),
    ...lines.map(line => el('p', {}, line)),
    el(
      'div',
      { class: 'choices' },
      ...choices.map(({ label, value }) =>
        button(label, { class: 'primary', onClick: () => dialog.close(value) }),
      ),
      canCancel ? button(w().writes.cancel, { onClick: () => dialog.close('') }) : undefined,
    ),
  );
  const answer = new Promise(resolve => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === '' ? undefined : dialog.returnValue);
    });
  });
  document.body.append(dialog);
  dialog.showModal();
  return { answer, dialog };
};

// Asks the user a question in a dialog of the app, whose buttons say what they do.
import { button, el } from './dom.js';
import { w } from './words/words.js';

/**
 * @param {{ question: string, lines?: string[], choices: { label: string, value: string }[] }} options
 * @returns the value of the chosen answer; undefined if the user cancels.
 */
export const ask = ({ question, lines = [], choices }) =>
  new Promise(resolve => {
    const heading = el('h2', { id: 'question' }, question);
    const dialog = el(
      'dialog',
      { 'aria-labelledby': 'question' },
      heading,
      ...lines.map(line => el('p', {}, line)),
      el(
        'div',
        { class: 'choices' },
        ...choices.map(({ label, value }) =>
          button(label, { class: 'primary', onClick: () => dialog.close(value) }),
        ),
        button(w().writes.cancel, { onClick: () => dialog.close('') }),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === '' ? undefined : dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
  });

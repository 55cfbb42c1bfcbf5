// Writes: a button, and the outcome in its place. A refused write is a 200 with a ResultCode other than OK.
import { button, el, inSwedish } from './dom.js';
import { refusal, refusalText, ServiceError, UserError } from './errors.js';
import { w } from './words/words.js';

const kinds = { OK: 'ok', INFO: 'info', ERROR: 'refusal' };

/**
 * Whether a write may have been registered although nobody heard of it: there was no answer, or none that can be read, or one with a
 * status of 500 or more, from the service or from a proxy before it. Any other status means that it was not.
 */
export const isOutcomeUnknown = error => !(error instanceof ServiceError) || error.status >= 500;

const banner = (kind, ...text) => el('div', { class: `banner outcome ${kind}` }, el('p', {}, ...text));

/** What to show of a write that failed. */
const failure = (error, signIn) => {
  if (isOutcomeUnknown(error)) return banner('unknown', w().writes.unknown);
  if (error.word === 'token-invalid') return refusal(error, { signIn });
  return banner('refusal', w().writes.refused(refusalText(error)));
};

/** The service's own comments are said in the app's words (the guide lists them); one of the health record system stands as it came. */
const said = comment => {
  const { comments } = w().writes;
  return Object.hasOwn(comments, comment) ? comments[comment] : inSwedish(comment);
};

const result = ({ ResultCode: code, Comment: comment }) =>
  banner(kinds[code], el('b', {}, w().writes[code]), ...(comment ? [' ', said(comment)] : []));

/**
 * A button that sends a write.
 * @param {{ label: string, isPrimary?: boolean, question?: () => Promise<unknown>, isStill: () => boolean, send: (answer: unknown) =>
 *   Promise<object>, signIn: () => void, onDone: (outcome: Node) => Promise<void> }} options
 *   `question`: asks first; undefined as an answer sends nothing. `isStill`: whether it may still be sent; the page may have been open
 *   since yesterday. `onDone`: shows the new state, with the outcome in it, after a write
 *   that was done now or before.
 */
export const writeButton = ({ label, isPrimary = true, question, isStill, send, signIn, onDone }) => {
  const place = el('div', { class: 'write' });
  let isSending = false;
  const show = outcome => {
    // What an earlier write said is no longer news.
    for (const old of document.querySelectorAll('.outcome')) old.remove();
    outcome.tabIndex = -1;
  };
  const onClick = async () => {
    if (isSending) return;
    const answer = question === undefined ? true : await question();
    if (answer === undefined) return;
    if (!isStill()) {
      const outcome = banner('refusal', w().writes.tooLate);
      show(outcome);
      place.replaceChildren(outcome);
      outcome.focus();
      return;
    }
    isSending = true;
    // Disabled for whoever uses it, but it keeps the focus.
    trigger.setAttribute('aria-disabled', 'true');
    trigger.textContent = w().writes.sending;
    let outcome;
    let isDone = false;
    try {
      const sent = await send(answer);
      if (!Object.hasOwn(kinds, sent?.ResultCode)) throw new UserError('unreadable-answer');
      isDone = kinds[sent.ResultCode] !== 'refusal';
      outcome = result(sent);
    } catch (error) {
      // Anything else is a fault of this app.
      if (!(error instanceof ServiceError || error instanceof UserError)) reportError(error);
      outcome = failure(error, signIn);
    }
    isSending = false;
    trigger.removeAttribute('aria-disabled');
    trigger.textContent = label;
    show(outcome);
    // What is done cannot be done again; what was refused or is not known may be tried again.
    place.replaceChildren(outcome, ...(isDone ? [] : [trigger]));
    outcome.focus();
    if (isDone) await onDone(outcome);
  };
  const trigger = button(label, { class: isPrimary ? 'primary wide' : 'wide', onClick });
  place.append(trigger);
  return place;
};

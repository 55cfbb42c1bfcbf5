// Failures: which there are, and what a patient reads of each, by the word in `x-error`, in the app's own words.
import { button, el } from './dom.js';
import { w } from './words/words.js';

/** A failure that is not the service's answer. `reason` is a key of the words in `errors.own`. */
export class UserError extends Error {
  constructor(reason, options) {
    super(reason, options);
    this.reason = reason;
  }
}

/**
 * An answer of the service, or of a proxy before it, that is an error: its status, its word (`x-error`; null from a proxy), and
 * the request id for support. The body is not read: its texts are for developers, and a proxy's is not JSON.
 */
export class ServiceError extends Error {
  constructor({ status, word, requestId, retryAfter }) {
    super(`${status} ${word ?? 'without x-error'}`);
    Object.assign(this, { status, word, requestId, retryAfter });
  }
}

/** A failure in words for patients. */
export const refusalText = error => {
  const { words, own, serverFault, other } = w().errors;
  if (Object.hasOwn(words, error.word ?? '')) return words[error.word];
  if (error instanceof UserError && Object.hasOwn(own, error.reason)) return own[error.reason];
  return error instanceof ServiceError && error.status >= 500 ? serverFault : other;
};

/** Words of failures that are the same for each record of this patient: the whole page says them, once. */
const ofWholePage = new Set([
  'token-invalid',
  'not-allowed-for-patient',
  'no-patient',
  'no-such-patient',
  'proxy-required',
  'key-missing',
  'key-invalid',
  'client-mismatch',
  'subscription-not-allowed',
]);
export const isOfWholePage = ({ word }) => ofWholePage.has(word);

/** Says when to try again; or counts down, and then reads once again. It is not said aloud each second. */
const wait = (seconds, retry) => {
  const { retryAfter, retryIn } = w().errors;
  if (retry === undefined) return el('p', {}, retryAfter(seconds));
  const due = Date.now() + seconds * 1000;
  const line = el('p', { 'aria-live': 'off' }, retryIn(seconds));
  const timer = setInterval(() => {
    const left = Math.ceil((due - Date.now()) / 1000);
    if (left <= 0 || !line.isConnected) clearInterval(timer);
    if (!line.isConnected) return;
    if (left <= 0) retry();
    else line.textContent = retryIn(left);
  }, 1000);
  return line;
};

/**
 * What to show of a failure: first what to do. One that is neither the service's nor the user's is a fault of this app: it is reported
 * to the console.
 * @param actions what the user can do: `signIn` signs in again, if the sign-in has expired; `retry` reads again; `retryByItself` does so
 *   when the service says that it may, once, and never for a write. `isVital`: without what failed, somebody may come to harm.
 */
export const refusal = (error, { signIn, retry, retryByItself, isVital = false } = {}) => {
  const isKnown = error instanceof ServiceError || error instanceof UserError;
  if (!isKnown) reportError(error);
  const { errors } = w();
  const hasExpired = error.word === 'token-invalid';
  const mayHelp =
    error instanceof UserError || (error.status >= 500 && error.status !== 501) || error.status === 429;
  const seconds = Number(error.retryAfter ?? Number.NaN);
  return el(
    'div',
    { class: 'banner refusal', role: 'alert' },
    el('p', {}, refusalText(error)),
    isVital && !hasExpired ? el('p', {}, errors.vital) : undefined,
    seconds > 0 ? wait(seconds, mayHelp ? retryByItself : undefined) : undefined,
    hasExpired && signIn ? button(w().signIn.again, { class: 'primary', onClick: signIn }) : undefined,
    mayHelp && retry ? button(errors.retry, { onClick: () => retry() }) : undefined,
    error.requestId == null
      ? undefined
      : el(
          'details',
          { class: 'support' },
          el('summary', {}, errors.support),
          el('p', {}, errors.requestId(error.requestId)),
        ),
  );
};

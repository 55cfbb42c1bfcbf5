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

/**
 * What to show of a failure. One that is neither the service's nor the user's is a fault of this app: it is reported to the console.
 * @param actions what the user can do: `signIn` signs in again, if the sign-in has expired; `retry` loads the page again.
 */
export const refusal = (error, { signIn, retry } = {}) => {
  const isKnown = error instanceof ServiceError || error instanceof UserError;
  if (!isKnown) reportError(error);
  const { errors } = w();
  const hasExpired = error.word === 'token-invalid';
  const mayHelp =
    error instanceof UserError || (error.status >= 500 && error.status !== 501) || error.status === 429;
  return el(
    'div',
    { class: 'banner refusal', role: 'alert' },
    el('p', {}, refusalText(error)),
    error.retryAfter == null ? undefined : el('p', {}, errors.retryAfter(error.retryAfter)),
    hasExpired && signIn ? button(w().signIn.again, { class: 'primary', onClick: signIn }) : undefined,
    mayHelp && retry ? button(errors.retry, { onClick: retry }) : undefined,
    error.requestId == null ? undefined : el('p', { class: 'quiet' }, errors.support(error.requestId)),
  );
};

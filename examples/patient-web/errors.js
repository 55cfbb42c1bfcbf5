// What a patient reads when something fails: by the word in `x-error`, in the app's own words.
import { el } from './dom.js';
import { count } from './format.js';

/** A failure with a text for the user. */
export class UserError extends Error {}

/** An error answer of the service: its status, its word (`x-error`), its text, and the request id for support. */
export class ServiceError extends Error {
  constructor({ status, word, message, requestId, retryAfter }) {
    super(message);
    Object.assign(this, { status, word, requestId, retryAfter });
  }
}

const unconfigured = 'This app is not set up correctly. Tell its support.';

/** The texts of the service are for developers. */
const refusals = {
  'token-invalid': 'Your sign-in has expired. Sign in again.',
  'not-allowed-for-patient': 'You may not see the records of this person.',
  'no-patient': 'Choose whose records to show.',
  'proxy-required': unconfigured,
  'key-missing': unconfigured,
  'key-invalid': unconfigured,
  'client-mismatch': unconfigured,
  'subscription-not-allowed': unconfigured,
  'scope-missing': 'This app may not show this. Tell its support.',
  'no-such-patient': 'The health record system does not know this person.',
  'not-offered': 'Your region does not offer this.',
  'rate-limited': 'That was too fast.',
  overloaded: 'The service is busy.',
  'service-unavailable': 'The service is not available.',
  'ehr-unavailable': 'The health record system cannot be reached.',
  'ehr-too-slow': 'The health record system did not answer in time. Try again.',
  'ehr-unusable': 'The health record system gave an answer that cannot be shown.',
  'outcome-unknown': 'Nobody knows whether it is done. Try again: nothing is done twice.',
};

/** A failure in words for patients. */
export const refusalText = error => {
  if (Object.hasOwn(refusals, error.word ?? '')) return refusals[error.word];
  return error instanceof UserError ? error.message : 'Something went wrong. Tell the support of this app.';
};

/**
 * What to show of a failure. One that is neither the service's nor the user's is a fault of this app: it is reported to the console.
 * @param signIn signs in again, which is offered if the sign-in has expired.
 */
export const refusal = (error, signIn) => {
  if (!(error instanceof ServiceError || error instanceof UserError)) reportError(error);
  const again = el('button', { type: 'button', class: 'primary' }, 'Sign in again');
  again.addEventListener('click', signIn);
  return el(
    'div',
    { class: 'banner refusal', role: 'alert' },
    el('p', {}, refusalText(error)),
    error.retryAfter == null ? undefined : el('p', {}, `Try again in ${count(error.retryAfter, 'second')}.`),
    error.word === 'token-invalid' ? again : undefined,
    error.requestId == null
      ? undefined
      : el('p', { class: 'hint' }, `For support: request id ${error.requestId}`),
  );
};

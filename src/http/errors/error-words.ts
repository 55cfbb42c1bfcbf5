// The words of the header `x-error`: one for each sentence of an error answer, for programs to decide by (D30).

/** Word → what it means for a client, and what to do. A closed list: it is published as an enumeration. */
export const errorWords = {
  'proxy-required': 'The request did not come over HTTPS through the region’s proxy. Use the public address.',
  overloaded:
    'The service has too much to do, or this user or subscription has used up its share. Try again after `Retry-After` seconds.',
  'service-unavailable':
    'Something that the service needs is missing. Try again after `Retry-After` seconds.',
  'not-found': 'There is no such path. Check the address.',
  'method-not-allowed': 'The path has other methods: see `Allow`.',
  'request-unreadable':
    'The request is not valid HTTP, its URL or headers are too long, or it did not arrive within 15 seconds. Fix your HTTP client.',
  'key-missing': 'Send the header `Ocp-Apim-Subscription-Key`. A new token does not help.',
  'key-invalid':
    'The subscription key is not known, or not in force. Ask the operator. A new token does not help.',
  'rate-limited': 'Wait for `Retry-After` seconds, then repeat the request.',
  'token-invalid':
    'Get a new access token and repeat the request once. If `WWW-Authenticate` says `invalid_dpop_proof`, the token is good: make a new proof.',
  'client-mismatch': 'The subscription key belongs to another client. Use the key of your own.',
  'subscription-not-allowed':
    'The subscription may not be used from this address, or for this operation: the text says which. Ask the operator.',
  'scope-missing': 'Get a token with the scope that `WWW-Authenticate` names.',
  'not-allowed-for-patient': 'The caller may not act for this patient. Do not repeat the request.',
  'no-patient': 'Neither the token nor the header `patient` names a patient.',
  'invalid-parameter': 'Fix the header or the query parameter that the text names.',
  'invalid-body':
    'Fix the body: the text names the member and its form. After a 408, send the body at once, within 5 seconds.',
  'body-too-large': 'Send at most 64 KiB.',
  'unsupported-media-type': 'Send `Content-Type: application/json`, in UTF-8.',
  'no-such-patient': 'The health record system does not know the patient.',
  'not-offered': 'This region does not offer the operation. Do not repeat the request.',
  'ehr-unavailable': 'The health record system cannot be reached. Try again after `Retry-After` seconds.',
  'ehr-too-slow':
    'The health record system did not answer in time. Try again; ask for a long journal in parts.',
  'ehr-unusable':
    'The health record system gave an answer that cannot be shown. Report it with its `x-request-id`.',
  'outcome-unknown':
    'Nobody knows whether the write has been done. Repeating it is safe, unless the message says to ask the care unit first.',
  unexpected: 'A fault of the service. Report it with its `x-request-id`.',
} as const;

export type ErrorWord = keyof typeof errorWords;

/** All words, for the description. */
export const allErrorWords = Object.keys(errorWords) as ErrorWord[];

// What the contract leaves open and this service decides, worded for app developers. Published as `x-decisions`.

/** Number → decision. Code and operations cite the numbers. */
export const decisions = {
  D1: 'A path works with and without its final slash. An unknown path is 404; another method, HEAD included, is 405 with `Allow`. Unknown parameters are ignored, except `api-version`.',
  D2: 'The checks run in this order, and the first that fails decides the answer: path and method, subscription key, rate (by key and address), access token, client, scope, rate (by user, then by key), patient, input.',
  D3: 'The subscription key is read from its header only. A missing or unknown key is 401 with a challenge of its own, `WWW-Authenticate: SubscriptionKey`; a key that belongs to another client is 403.',
  D4: 'The access token is a signed JWT of the configured issuer for this audience and currently valid; 5 seconds of clock difference are allowed. Send `Authorization: Bearer TOKEN`, or the bare token.',
  D5: 'Operations 1 and 2 have their own scopes. The dotted spelling of a scope (`user/Appointment.read`) is accepted too.',
  D6: 'Without the header `patient` you get the data of the patient in the token. With another number in it, the token or the region’s register must allow acting for that patient, or the token must be a partner’s.',
  D7: 'A patient number has 12 digits, or 8 digits, a hyphen and 4. Dates and check digits are verified; anything else is 400.',
  D8: 'The interval is in local time of the region; both ends are included, and either may be missing. It selects appointments that start in it, contacts and video meetings that overlap it, attention signals that are in force in it, prescriptions and journal notes that were registered in it. Records without a usable time are kept. A start after the end, or a repeated parameter, is 400.',
  D9: 'With `api-version=v2` you get operation 5, without it operation 4. Operation 6 accepts v2 or none. Any other value, and any value on other operations, is 400.',
  D10: 'Bodies are JSON in UTF-8 of at most 64 KiB. `Content-Type` may be missing; `application/*+json` is accepted too. Types are not converted, unknown members are ignored, and a repeated member is 400. Ids have 1 to 128 characters without control characters.',
  D11: 'Invalid input is 400. The text names the parameter or member and its form, and never repeats the value.',
  D12: 'Operations 6, 7 and 8 answer errors as `{error, path, status, timestamp}`, all others as `{statusCode, message}`. Unknown paths and methods and unparseable requests always get `{statusCode, message}`. Every answer has `x-request-id` and must not be cached.',
  D13: 'Calls are counted in windows of 5 seconds from the first one: by subscription and address before the token is checked; by user and by subscription after the scope; calls without a valid key by address. One user may make half of a subscription’s calls, or 20 where that is more, unless the operator sets another number.',
  D14: 'If the health record system is unreachable, the answer is 503; if it is too slow, 504; if its answer is unusable, 502. Operation 8 answers 500 for all of these.',
  D15: 'A patient whom the health record system does not know is 404 “No such patient.” (operations 1 to 3: `ResultCode` `ERROR`). An empty array means that the health record system answered and has no records.',
  D16: 'Booked appointments are always an array of exactly one element, whose `Any`, `Booking` and `RegisteredBooking` are always arrays.',
  D17: 'A record of any patient other than the requested one is never returned.',
  D18: 'At most 64 video meetings, in the order of their start: those that are not over, and the latest past ones if there is room. Longer names are cut to 64 characters; a longer link or id is left out, because a cut link leads elsewhere.',
  D19: 'Arrival: a booked appointment is sent to the health record system, whose answer is passed on. Already arrived: `INFO`. Cancelled, missed, or not this patient’s: `ERROR`.',
  D20: 'Payment: `INFO` if it is already paid, `ERROR` if cancelled, missed or not this patient’s; otherwise the answer of the health record system.',
  D21: 'A write is never carried out twice. If its outcome cannot be determined, the answer is 504, and repeating the request is safe.',
  D22: 'A write that is refused is a 200 with `ResultCode` `ERROR` or `INFO`.',
  D23: 'Every request for a patient’s data, even a refused one, is written to the access log before it is answered.',
  D24: 'An operation that this region does not offer answers 501 (operation 8: 404; operations 1 and 2: `ERROR`), after all checks.',
  D25: 'Integers are exact to the last digit, even beyond 2^53. Read them with a parser that keeps them exact.',
  D26: 'The region decides which records a patient may see. Withheld records are counted in `x-left-out`.',
  D27: 'Nobody may act for a patient with protected identity, unless the region allows it: 403. This does not apply to partners.',
  D28: 'Browsers may call from the origins that the operator lists; there, scripts can read `x-request-id`, `x-error`, `retry-after`, `x-left-out` and `www-authenticate`.',
  D29: 'If an answer lacks something, `x-left-out` says how much: `records`, `values`, and `sources` for source systems behind the health record system that could not be reached.',
  D30: 'Every 4xx and 5xx has the header `x-error`: one word of a closed list for the sentence in the body. Neither gives further details. The operator can look up the exact reason by the `x-request-id` of the answer.',
  D31: 'No client can starve the others: one user has at most 8 calls to a health record system at a time and an eighth of the memory for answers; one of several subscriptions has at most three quarters of the calls. Beyond that, the answer is 503.',
  D32: 'The size and the structure of an answer of the health record system are limited. An answer beyond the limits is unusable: 502.',
  D33: 'When the region withholds records by their texts, differences in letter case, white space, invisible characters, kinds of hyphen and a trailing colon are ignored.',
  D34: 'If the access log cannot be written before the request times out, the answer is 503.',
} as const;

export type Decision = keyof typeof decisions;

/** Decisions that apply to every operation. */
export const forEveryOperation = [
  'D1',
  'D2',
  'D3',
  'D4',
  'D5',
  'D6',
  'D7',
  'D9',
  'D11',
  'D12',
  'D13',
  'D14',
  'D15',
  'D23',
  'D24',
  'D27',
  'D28',
  'D30',
  'D31',
  'D32',
  'D34',
] as const;
/** Decisions that apply to every read. */
export const forEveryRead = ['D17', 'D26', 'D29'] as const;

// What the contract leaves open and this service decides, in words for those who call it. Published as `x-decided`.

/** Number → what is decided. The numbers are cited in the code and in the operations. */
export const decisions = {
  D1: 'A path is answered with and without its final slash. An unknown path is 404, another method (also HEAD) 405 with `Allow`. Parameters that an operation does not have are ignored, but for `api-version` (D9).',
  D2: 'Checks run in this order, and the first that fails answers: path and method, subscription key, rate (by key and address), access token, client, scope, rate (by user, then by key), patient, input.',
  D3: 'The subscription key is read from its header only. A missing one, an unknown one: 401. A key that belongs to another client: 403.',
  D4: 'The access token is a signed JWT of the configured issuer, for this audience, in force now; 5 seconds of clock difference are allowed. `Authorization: Bearer TOKEN`, or the bare token.',
  D5: 'Operations 1 and 2 have scopes of their own. The dotted spelling of a scope (`user/Appointment.read`) counts too.',
  D6: 'Without the header `patient` the data is that of the patient in the token. With another number in it, the token must allow acting for that patient, or be a partner’s.',
  D7: 'A patient number has 12 digits, or 8, a hyphen and 4; dates and check digits are verified. Anything else is 400.',
  D8: 'The interval is in local time of the region, both ends included, either may be missing. Appointments, contacts and video meetings count when they overlap it; attention signals while they hold; prescriptions and journal notes by the time they were registered. What has no usable time is kept. A begin after the end, or a parameter twice, is 400.',
  D9: '`api-version=v2` chooses operation 5, its absence operation 4; operation 6 takes v2 or none. Any other value, or any value elsewhere, is 400.',
  D10: 'Bodies are JSON in UTF-8 of at most 64 KiB; `Content-Type` may be missing, and `application/*+json` is read too. Types are not converted; unknown members are ignored. Ids have 1 to 128 characters, none of them a control character.',
  D11: 'Invalid input is 400. The text names the parameter or member and its form, and never repeats the value.',
  D12: 'Operations 6, 7 and 8 answer errors as `{error, path, status, timestamp}`, all others as `{statusCode, message}`; so are unknown paths and methods, and requests that cannot be read, everywhere. Every answer has `x-request-id` and is not to be cached.',
  D13: 'Calls are counted in windows of 5 seconds from the first one: by subscription and address before the token is checked; by user and by subscription after the scope; calls without a valid key by address. One user may make half of a subscription’s calls, or 20 where that is more, unless the operator sets another number.',
  D14: 'The health record system cannot be reached: 503. It is too slow: 504. Its answer is unusable: 502. Operation 8 answers all of these as 500.',
  D15: 'A patient whom the health record system does not know is 404 “No such patient.” (operation 3: `ResultCode` `ERROR`; operations 1 and 2 too). An empty array means: it was asked, and has none.',
  D16: 'Booked appointments are always an array of exactly one element, whose `Any`, `Booking` and `RegisteredBooking` are always arrays.',
  D17: 'A record of another patient than the one asked for is never answered.',
  D18: 'At most 64 video meetings: those that are not over first, then the latest past ones, in the order of their start. Longer names are cut to 64 characters; a longer link or id is left out, because a cut link leads elsewhere.',
  D19: 'Arrival: a booked appointment is told to the health record system, whose answer is passed on. Already arrived: `INFO`. Cancelled, missed, or not this patient’s: `ERROR`.',
  D20: 'Payment: `INFO` when it is paid already, `ERROR` when cancelled, missed or not this patient’s; otherwise the health record system’s answer.',
  D21: 'A change is never made twice. When its outcome cannot be found out: 504, and repeating the request is safe.',
  D22: 'A change that is refused is a 200 with `ResultCode` `ERROR` or `INFO`.',
  D23: 'Every request for a patient’s data, a refused one too, is written to the access log before it is answered.',
  D24: 'What this region does not offer is 501 (operation 8: 404; operations 1 and 2: `ERROR`), after all checks.',
  D25: 'Integers are exact to the last digit, beyond 2^53 too. Read them with a parser that keeps them.',
  D26: 'The region decides which records a patient may see. What is withheld is counted in `x-left-out`.',
  D27: 'Nobody acts for a patient with protected identity, unless the region allows it: 403. Partners are not concerned.',
  D28: 'Browsers may call from the origins that the operator lists; `x-request-id`, `retry-after` and `x-left-out` can be read there.',
  D29: 'Nothing is left out in silence: an answer that lacks something says how much in `x-left-out`: records, values, and `sources` for source systems behind the health record system that could not be asked.',
  D31: 'Nobody takes the service from the others: one user has at most 8 calls towards a health record system at a time and an eighth of the memory for answers, one of several subscriptions at most three quarters of the calls. Beyond: 503.',
  D33: 'Where the region withholds records by their texts (D26), letter case, white space, invisible characters, kinds of hyphen and a trailing colon make no difference.',
} as const;

export type Decision = keyof typeof decisions;

/** Decisions that concern every operation. */
export const ofAll = [
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
  'D31',
] as const;
/** Decisions that concern every operation that reads. */
export const ofReads = ['D17', 'D26', 'D29'] as const;

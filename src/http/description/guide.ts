// The guide for app developers, which introduces the API page.
import { allErrorWords, errorWords } from '../errors/error-words.ts';
import { statusesOf } from '../errors/faults.ts';

/** One row for each word of `x-error`, in the order of the statuses. */
const errorRows = allErrorWords
  .map(word => ({ word, statuses: statusesOf(word) }))
  .sort((a, b) => (a.statuses[0] ?? 0) - (b.statuses[0] ?? 0))
  .map(({ word, statuses }) => `| ${statuses.join(', ')} | \`${word}\` | ${errorWords[word]} |`)
  .join('\n');

/**
 * The introduction on the API page, in Markdown.
 * @param base the prefix of all paths (BASE_PATH); empty for none.
 */
export const guide = (base: string): string => `Read one patient's data; mark arrival and payment.

## 1. Get a key

Every call carries a **subscription key** in the header \`Ocp-Apim-Subscription-Key\`. The operator of the region gives you
a key and registers your app as a client of the authorization server (client id, and a secret or a redirect address). A key may
be bound to your client. It stands for your app and counts your calls; it does not say who the patient is.

## 2. Get a token

The **access token** says who is calling and what they may do. Get it from the region's authorization server (its addresses are
in the *Authentication* box) with the scopes of the operations that you call:

- a patient signs in: authorization code with PKCE (S256);
- a kiosk or a partner, without a user: client credentials.

\`\`\`sh
curl -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  -d "scope=user/Appointment-read" \\
  "$TOKEN_URL"
\`\`\`

If the token has expired or is invalid, the answer is **401** with \`WWW-Authenticate: Bearer\` and \`x-error: token-invalid\`: get
a new token and repeat the call once. A missing or unknown subscription key is a 401 too, with \`WWW-Authenticate: SubscriptionKey\`:
a new token does not help there.

## 3. First call

\`\`\`sh
curl -i \\
  -H "Ocp-Apim-Subscription-Key: $KEY" \\
  -H "Authorization: Bearer $TOKEN" \\
  "$SERVICE${base}/patients/appointments/"
\`\`\`

\`$SERVICE\` is the server of this page. A client without a user names the patient: \`-H "patient: 191212121212"\`.

To try all operations before you write code, open the project's \`examples/requests.http\` in VS Code (extension REST Client), a JetBrains
IDE or Visual Studio. The sandbox writes a copy that needs nothing filled in, and prints where. In \`examples\` there are also a kiosk (in
JavaScript, and in TypeScript with types generated from this description) and apps for patients.

## Tokens bound to your app

A bearer token can be used by whoever has it. Where \`boundTokens.dpop\` of \`${base}/capabilities\` is true, your app can get one that is
bound to a key of its own (**DPoP**, RFC 9449). Make a key pair that cannot be exported. Send a **proof**, a small JWT signed with it, in
the header \`DPoP\`: first to the token endpoint, then with every call.

\`\`\`sh
curl -i \\
  -H "Ocp-Apim-Subscription-Key: $KEY" \\
  -H "Authorization: DPoP $TOKEN" \\
  -H "DPoP: $PROOF" \\
  "$SERVICE${base}/patients/appointments/"
\`\`\`

| The proof has | |
|---|---|
| header | \`typ\`: \`dpop+jwt\`; \`alg\`: such as \`ES256\`; \`jwk\`: your public key |
| \`htm\`, \`htu\` | the method, and the URL that you call, without its query |
| \`iat\` | now, in seconds since 1970; it may be 60 seconds off |
| \`jti\` | a new random text: a proof is accepted once, so make a new one for each request and each repetition |
| \`ath\` | the SHA-256 of the token, in base64url; not at the token endpoint |

If the proof is at fault, the answer is **401** with \`WWW-Authenticate: DPoP error="invalid_dpop_proof"\`: the token is good, so make a
new proof and repeat the call once. If it is refused again, compare your clock with the header \`date\` of the answer. \`examples/dpop.js\`
in the project's repository does all of this in 50 lines.

A server can instead bind its tokens to its TLS certificate (RFC 8705), where \`boundTokens.certificate\` is true: get the token and
call the service over connections with that certificate, and send the token as \`Bearer\`.

## What this region offers

Regions differ. \`GET ${base}/capabilities\` says, without credentials, which operations this one offers, with their paths and scopes,
whether they accept an interval, and the limits of calls and answers. Read it when your app starts, hide what is not offered, and ask
for no scope that you do not need:

\`\`\`js
const { operations } = await (await fetch(\`\${service}${base}/capabilities\`)).json();
const offered = new Set(operations.filter(({ offered }) => offered).map(({ name }) => name));
if (!offered.has('journalNotes')) hideJournal();
\`\`\`

## Acting for someone

Without the header \`patient\` you get the data of the patient who has signed in. With another patient's number in it
(12 digits, such as \`191212121212\`) you act for that patient: as a guardian of a child that your token or the region's register
names, or as a partner. Otherwise the answer is **403**. Nobody may act for a patient with protected identity, unless the region
allows it. This does not apply to partners.

## Intervals

\`fromDateTime\` and \`toDateTime\` have the form \`2026-01-15T09:30:00\`: local time of the region (\`timeZone\` of
\`${base}/capabilities\`), without a zone. Both ends are included, and either may be missing. You get the appointments that start in the
interval, the contacts and video meetings that overlap it, and the prescriptions and journal notes that were **registered** in it: to get
what is current, send no interval. You always get a warning that began before the end of the interval and is still in force, and a
record without a time. Parameter names are case-sensitive, and a misspelled one is ignored: then you get everything.

Video meetings are in the order of their start. All other records are in the order of the health record system, often the oldest
first: sort them before you show a part of them.

## Large answers

An answer is never cut into pages: it is whole, or it is an error. A journal of many years may have tens of megabytes. Together, the
answers that one user is waiting for may take up \`answerBytes\` of \`${base}/capabilities\`; beyond, the answer is a **503** with
\`x-error: overloaded\`. Where \`limits\` has \`notesWithSeparateText\`, only so many of the newest notes have a text that the health
record system keeps in a document of its own: older ones come without it, counted as \`values\` in \`x-left-out\`.

A request may take \`answerMilliseconds\`, with all calls to the health record system: then the answer is a **504** with \`x-error: ehr-too-slow\`
(for a write, \`outcome-unknown\`, if the health record system had got it). Let your own client wait a second longer, so it gets the word.

Send \`Accept-Encoding: gzip\` (most HTTP clients do, and curl with \`--compressed\`): an answer of 1 KB or more to a read then has a tenth
of the bytes.

Parts make answers small, not fast: the health record system may read the whole journal for each. Ask for a long journal, or a long list
of medications, in parts if it is too large for your app, or if the whole is answered \`ehr-too-slow\` again and again:

\`\`\`js
const parts = [
  { toDateTime: '2019-12-31T23:59:59' },
  ...[2020, 2021, 2022, 2023, 2024, 2025].map(year => ({
    fromDateTime: \`\${year}-01-01T00:00:00\`,
    toDateTime: \`\${year}-12-31T23:59:59\`,
  })),
  { fromDateTime: '2026-01-01T00:00:00' },
];
const notes = new Map();
// read(path, parameters) is your own function that makes a call and returns its records.
// When the answer was made is no part of the note.
const textOf = note => JSON.stringify(note, (name, value) => (name === 'time_created' ? undefined : value));
for (const part of parts) {
  for (const note of await read('/patients/journalnotes/', part)) notes.set(textOf(note), note);
}
\`\`\`

Leave the first part open at its beginning and the last one at its end. The ends of a part are included, so the next one begins a second
later. A record **without a time is in every part**: keep it once, as the map does here. Each part has an \`x-left-out\` of its own: the
list is incomplete if one of them is. Do not add the numbers up, because parts may count the same record.

## What is no longer valid

A journal note with \`NoteActive: false\` was withdrawn: do not show it as valid. A warning with \`SignalActive: false\` is over. A
medication whose end has passed is not a current one. Records that their source calls entered in error are not in the answers. Units and
people may have an HSA-id without a name: then show the id, or look it up in the national catalogue.

## Times in the answers

\`20260115093000\` is local time of the region: year, month, day, hour, minute, second; \`19121212\` is a date. \`StartTime\` of
bookings (\`2026-01-15 09:30\`) is local too; \`TypedStartDateTime\` is UTC. Video meetings have milliseconds since 1970 (UTC), and
an \`actionId\` that may be larger than 2^53, where JavaScript's numbers end: \`JSON.parse\` alone would round it to the id of another
meeting. Read it from the text:

\`\`\`js
const meetings = JSON.parse(await response.text(), (name, value, { source }) =>
  name === 'actionId' ? BigInt(source) : value,
);
\`\`\`

Node 22 and the browsers of 2025 can do that; for older ones, use a parser such as \`lossless-json\`. Python is exact by itself; in Java
and C# declare the member as \`long\`, in Go as \`int64\`.

## What \`x-left-out\` means

If an answer lacks something, this header says how much: \`x-left-out: records=1, values=2, sources=1, unmapped=80\`. Zeros are
omitted. **For \`records\`, \`values\` and \`sources\`, tell the user that the list is incomplete. Say nothing for \`unmapped\`.** Without
the header, nothing was left out. The answers to writes have it too: there it is about the bookings that were read first.

| Word | What the answer lacks | Tell the user |
|---|---|---|
| \`records\` | records that the health record system sent: withheld by the region's rules, of another patient, taken back by their source, or beyond the 64 video meetings (ask for a shorter interval) | yes |
| \`values\` | single values that belong into the records that you got, but could not be read, came twice, are too long or are withheld | yes |
| \`sources\` | the data of whole source systems, such as a hospital's, which could not be reached, or whose newest data may be missing. An allergy may be among them: say so, and let the user try again later | yes |
| \`unmapped\` | values for which the records have no member at all. In regions with national contracts or HL7 FHIR nearly every answer has some, mostly codes whose text is included. It is there for whoever maps the records | no |

\`\`\`js
const leftOut = Object.fromEntries(
  (response.headers.get('x-left-out') ?? '').split(', ').map(part => part.split('=')),
);
const isIncomplete = 'records' in leftOut || 'values' in leftOut || 'sources' in leftOut;
\`\`\`

## Arrival and payment

\`\`\`sh
curl -i -X PUT \\
  -H "Ocp-Apim-Subscription-Key: $KEY" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"status": "arrived"}' \\
  "$SERVICE${base}/patients/appointments/?id=59062"
\`\`\`

Send \`Content-Type: application/json\`, or none: without the header, curl's \`-d\` says \`application/x-www-form-urlencoded\`, which is
refused with **415** and \`x-error: unsupported-media-type\`. (\`curl --json\` sends the right one.)

Check in the booking that \`StartTime\` says is today, in the region's time zone (\`timeZone\` of \`${base}/capabilities\`): neither the
service nor every health record system looks at the day. First mark the arrival, then take the money, then register the payment: many
systems refuse a payment before the arrival. \`Price\` of \`PaymentDetails\` is what the patient pays; 0 is nothing. Without it, the price
is not known: take no money, and send the patient to the desk.

Both writes answer **200** with a \`ResultCode\`: \`OK\` if it is done now, \`INFO\` if it was done before, \`ERROR\` if it is refused.
An arrival answers an object, a payment a list with one. Two identical calls at the same time may both get \`OK\`. \`Comment\` has the
health record system's own words for the patient, with an \`OK\` too: show them. Where it has none, they are this service's, in English.

After a **5xx**, or without an answer, do not tell anybody that it is done, or that it is not. Repeating is safe, because what is done
already answers \`INFO\`: wait \`Retry-After\` or a few seconds, and repeat up to three times. If it is still not known, send the patient
to the desk.

The first object of a booking's \`Any\` says its state, as far as the health record system says it:
\`{"Status": "BOOKED", "PaymentStatus": "UNPAID"}\`. \`Status\` is \`BOOKED\`, \`ARRIVED\`, \`ONGOING\` or \`PERFORMED\`, and
\`PaymentStatus\` is \`UNPAID\` or \`PAID\`. Offer an arrival unless the patient has arrived, and a payment unless it is paid: without
the word, the state is not known, and the health record system decides. Other objects of \`Any\` are the system's own, and the first one
is too if the state is not known. Cancelled and missed bookings are not in the list; a write to
one is refused with \`ERROR\`. Never send a write just to find out the state: it takes effect.

## Errors

Every answer with a status of 400 or above says in the header \`x-error\` which error it is, in one word. Decide by the word: the
texts are for people, and several errors share a status. Show your users your own text, and quote \`x-request-id\` when you ask
for help.

| Status | \`x-error\` | What to do |
|---|---|---|
${errorRows}

The list is closed: a new word comes with a new version of this description. An answer without \`x-error\` is not from this
service, but from a proxy before it: decide by its status.

After several failures of a health record system, calls to it are answered \`ehr-unavailable\` at once for some seconds, whatever the
failure was.

Operations 1 to 3 report an unknown patient in the body (\`ERROR\`); operations 1 and 2 also report there what the region does not
offer. Operation 8 answers 500 instead of 502, 503 and 504, and 404 instead of 501; its words are the same.

Error bodies have one of two shapes, \`{statusCode, message}\` or \`{error, path, status, timestamp}\`: see each operation. Unknown
paths and methods and unparseable requests always get \`{statusCode, message}\`.

## Numbers to test with

The sandbox (\`npm run sandbox\`, with \`--region\` and \`rivta\`, \`fhir\`, \`table\` or \`table-xml\` for other kinds of health record
systems) has patients for whom something fails. All are invented. It prints a command for each; a test region may have others.

| Number | What happens | Your app gets |
|---|---|---|
| \`195203182380\` | the health record system gives an unusable answer | 502 \`ehr-unusable\` |
| \`196107222397\` | it is not available | 503 \`ehr-unavailable\` |
| \`197005112383\` | it does not answer in time | 504 \`ehr-too-slow\` |
| \`197909142395\` | it takes four seconds | 200, late |
| \`198802032386\` | a note is withheld; with national contracts, a source cannot be asked | 200 with \`x-left-out\` |
| \`199111272390\` | the first arrival and the first payment are done, but nobody hears of it (booking \`59081\`) | 504 \`outcome-unknown\`; once more: \`INFO\` |
| \`200306052382\` | the first arrival and the first payment are lost (booking \`59082\`) | 504 \`outcome-unknown\`; once more: \`OK\` |

Regions with national contracts have no writes. Ask for another patient in between: after five such failures in a row, the service considers
the health record system down, and everybody gets \`ehr-unavailable\` until a call succeeds.

\`194001172396\` has a journal of 2,000 notes of the years 2005 to 2021, and one note without a time, to try asking in parts. National
contracts require a time: there, it is one that cannot be read, and each part has \`x-left-out: values=1\`.

\`--reset\` brings a running sandbox back to its beginning.

## Rate limit

Calls are counted in windows of 5 seconds. Beyond your subscription's limit, or one user's share of it, the answer is **429** with
\`Retry-After: 5\`.

Send at most 8 calls of one user at a time. Of more than that, some may be answered with **503** (operation 8: **500**), although the
health record system is available.

## Versions

There are two OpenAPI descriptions. [\`openapi.json\`](${base}/openapi.json) has all operations. Operations 4 and 5 differ only in
\`api-version=v2\`, and OpenAPI cannot list a path twice: the description has operation 5 without the final slash, which the service
accepts too. [\`openapi-v2.json\`](${base}/openapi-v2.json) has operation 5 in the place of operation 4, with the slash: generate your
client from it if you do not need the older layout.

The version of the service is \`info.version\` of both. It has three numbers. From 1.0.0 on,
the first one changes if an app may have to change, the second one if something is added, and the third one if faults are corrected.

**Added without notice**, so your app must accept it:

- members of answers, wherever they are, and objects in \`Any\`;
- values of texts and codes that come from the health record system, such as the types of contacts and warnings;
- response headers;
- optional query parameters and request headers; operations, and members of \`${base}/capabilities\`;
- words of \`x-error\` for what a new operation or parameter can get wrong: treat a word that you do not know by its status.

The order of members, the texts of errors and the wording of this page may change at any time. What a region offers is its own decision
and changes without a version: \`${base}/capabilities\` says it.

**Never changed** within a first number: paths, methods and scopes; names, types and meaning of members; the forms of times; what is
required of a request; the status and the word of an error that exists; the four words of
\`x-left-out\`. A member is left out if there is no
value, as today. A fault that can harm a patient is corrected in any version: then fewer records may be shown, and they are counted.

The **message layout** of operations 4, 9 and 10 has a version of its own, in \`XSDVersion.version\` of each record. It is the one that
\`${base}/capabilities\` names, and changes if what is published changes; where a region's health record system sends XML extracts, it is
theirs.

**Deprecated** is what this description marks with \`deprecated\`. Its text names the replacement and the version without it. That is a
new first number, at least 12 months after the mark. No operation is deprecated: operation 4 has an older layout, and it stays.

## Changes

| Version | What it changes for apps |
|---|---|
| 0.1.0 | The first one. Until 1.0.0, a second number may change anything; this table says what. |

## Swedish terms

- **Personal identity number** (*personnummer*): 12 digits, namely the date of birth, three more and a check digit. Everybody who is
  registered as a resident of Sweden has one.
- **Coordination number** (*samordningsnummer*): the same form with 60 added to the day of birth, for people who are not registered as
  residents.
- **Reserve number** (*reservnummer*): a region's own number for patients who have neither, or whose number it does not know. Its form
  differs between regions.
- **Protected identity** (*skyddade personuppgifter*): the person may be in danger. Nobody else may learn the address or whereabouts.
- **Care provider** (*vårdgivare*): the organisation that is responsible for the care, a region or a company. Its **care units** are
  where patients are seen.
- **HSA-id**: the national id of a care provider, a care unit or a member of staff.

## Rules in full

The contract leaves some behaviour open. What this service decides is listed in \`x-decisions\` of the
[OpenAPI description](${base}/openapi.json); each operation names the ones that apply in \`x-decided\`.
`;

// The guide in front of the API page, in Markdown.
/** @param base the path before all paths; empty for none. */
export const guide = (base: string): string => `One patient's healthcare data, and two things to do with it.

## 1. Get a key

Every call carries a **subscription key** in the header \`Ocp-Apim-Subscription-Key\`. The operator of the region gives you
one, and registers your app as a client of the authorization server (client id, secret or redirect address). A key may be bound
to your client. It stands for your app and counts your calls; it does not say who the patient is.

## 2. Get a token

The **access token** says who calls and what for. Get it from the region's authorization server (its addresses are in
box *Authentication*), with the scopes of the operations that you call:

- a patient signs in: authorization code with PKCE (S256);
- a kiosk or a partner, without a user: client credentials.

\`\`\`sh
curl -u "$CLIENT_ID:$CLIENT_SECRET" "$TOKEN_URL" \\
  -d grant_type=client_credentials \\
  --data-urlencode "scope=user/Appointment-read user/Appointment-write"
\`\`\`

An expired or unusable token is a **401** with \`WWW-Authenticate\`: get a new one and repeat the call.

## 3. First call

\`\`\`sh
curl -i \\
  -H "Ocp-Apim-Subscription-Key: $KEY" \\
  -H "Authorization: Bearer $TOKEN" \\
  "$SERVICE${base}/patients/appointments/"
\`\`\`

\`$SERVICE\` is where this page is. A client without a user names the patient: \`-H "patient: 191212121212"\`.

## Acting for someone

Leave the header \`patient\` out, and the data is that of the patient who has signed in. With another patient's number
in it (12 digits, such as \`191212121212\`) you act for that patient: a guardian whose token names the child, or a partner.
Otherwise the answer is **403**. Nobody acts for a patient with protected identity, unless the region allows it; partners are not
concerned.

## Intervals

\`fromDateTime\` and \`toDateTime\` have the form \`2026-01-15T09:30:00\`: local time of the region, without zone. Both ends are
included, and either may be missing. Appointments, contacts and video meetings are answered when they overlap it. Prescriptions
and journal notes go by the time at which they were **registered**: for what is current, send no interval. A warning that began
before the end of the interval and still holds is always there. Names of parameters are case-sensitive, and one that is
misspelled is ignored: then you get everything.

## Times in the answers

\`20260115093000\` is local time of the region: year, month, day, hour, minute, second; \`19121212\` is a date. \`StartTime\` of
bookings (\`2026-01-15 09:30\`) is local too, \`TypedStartDateTime\` is UTC. Video meetings have milliseconds since 1970 (UTC), and
an \`actionId\` that may be too large for a double: read it with a parser that keeps integers.

## What \`x-left-out\` means

An answer that lacks something says so in this header: \`x-left-out: records=1, values=2, sources=1\`. What is zero is not
named. **Tell the user that the list is not complete.** Without the header, nothing was left out.

| Word | What the answer lacks |
|---|---|
| \`records\` | records that the health record system sent: withheld by the region's rules, another patient's, or beyond the 64 video meetings (ask for a shorter interval) |
| \`values\` | single values of the records that are there: they could not be read, are too long, or have no place in the answer. In regions with the national contracts nearly every answer has some, most of them codes beside the words that you get |
| \`sources\` | the data of whole systems, of a hospital or a clinic, which could not be asked, or whose newest data may be missing. An allergy may be among them: say so, and let the user try again later |

## Changes

Marking an arrival and registering a payment answer **200** with a \`ResultCode\`: \`OK\` it is done, \`INFO\` it was done
before (or \`OK\` again, when two are sent at once), \`ERROR\` it was refused, with the reason in \`Comment\`: words of this service in
English, or the health record system's own. After a **504** you do not know: repeat the call, that is safe.

## Errors

| Code | What to do |
|---|---|
| 400 | Mend the request: the text names the parameter and its form. |
| 401 | Check the key, or get a new token: the text says which. \`WWW-Authenticate: Bearer\` alone means that no token was sent. |
| 403 | Ask for the scope in \`WWW-Authenticate\`, or for the right to act for the patient. |
| 404 | No such patient, or no such path. |
| 405 | Another method: see \`Allow\`. |
| 413, 415 | The body is larger than 64 KiB, or no JSON in UTF-8. |
| 429 | Wait 5 seconds. |
| 431 | The URL or the headers are too large. |
| 500 | Report it with its \`x-request-id\`. |
| 501 | This region does not offer it. |
| 502 | The health record system gave an unusable answer. Report it with its \`x-request-id\`. |
| 503 | Try again after \`Retry-After\` seconds. |
| 504 | The health record system was too slow. Try again. |

Operations 1 to 3 tell of an unknown patient in the body (\`ERROR\`), and 1 and 2 of what is not offered. Operation 8 answers 500
instead of 502, 503 and 504, and 404 instead of 501.

Bodies have one of two shapes, \`{statusCode, message}\` or \`{error, path, status, timestamp}\`: see each operation; 404 of an unknown path, 405 and what cannot be read are always
\`{statusCode, message}\`. Show
your users words of your own. Quote \`x-request-id\` when you ask for help.

## Rate limit

Calls are counted in windows of 5 seconds. Beyond your subscription's number the answer is **429** with \`Retry-After: 5\`.

## Decided here

The contract leaves some things open. What this service decides is marked **D…** in each operation (\`x-decided\`), and
explained in \`x-decisions\` of the [OpenAPI description](${base}/openapi.json).
`;

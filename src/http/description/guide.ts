// The guide in front of the API page, in Markdown.
/** @param base the path before all paths; empty for none. */
export const guide = (base: string): string => `One patient's healthcare data, and two things to do with it.

## 1. Get a key

Every call carries a **subscription key** in the header \`Ocp-Apim-Subscription-Key\`. The operator of the region gives you
one. It stands for your app and counts your calls; it does not say who the patient is.

## 2. Get a token

The **access token** says who calls and what for. Get it from the region's authorization server (its addresses are in
*Authentication* below), with the scopes of the operations that you call:

- a patient signs in: authorization code with PKCE (S256);
- a kiosk or a partner, without a user: client credentials.

An expired or unusable token is a **401** with \`WWW-Authenticate\`: get a new one and repeat the call.

## 3. First call

\`\`\`sh
curl -i \\
  -H "Ocp-Apim-Subscription-Key: $KEY" \\
  -H "Authorization: Bearer $TOKEN" \\
  "$SERVICE${base}/patients/appointments/"
\`\`\`

## Acting for someone

Leave the header \`patient\` out, and the data is that of the patient who has signed in. With another patient's number
in it (12 digits, such as \`191212121212\`) you act for that patient: a guardian whose token names the child, or a partner.
Otherwise the answer is **403**. Nobody acts for a patient with protected identity, unless the region allows it.

## Intervals

\`fromDateTime\` and \`toDateTime\` have the form \`2026-01-15T09:30:00\`: local time of the region, without zone. Both ends are
included, and either may be missing. What overlaps the interval is answered; a warning that still holds always is.

## Times in the answers

\`20260115093000\` is local time of the region: year, month, day, hour, minute, second. \`TypedStartDateTime\` of bookings is
UTC. Video meetings have milliseconds since 1970 (UTC).

## What \`x-left-out\` means

An answer that lacks something which the health record system sent says so in this header:
\`x-left-out: records=1, values=2\`. Records are withheld by the region's rules or because they are another patient's; values
could not be read. **Tell the user that the list is not complete.** Without the header, nothing was left out.

## Changes

Marking an arrival and registering a payment answer **200** with a \`ResultCode\`: \`OK\` it is done, \`INFO\` it was done
before, \`ERROR\` it was refused, with the reason in \`Comment\`. After a **504** you do not know: repeat the call, that is safe.

## Errors

| Status | What to do |
|---|---|
| 400 | Mend the request: the text names the parameter and its form. |
| 401 | Check the key, or get a new token: the text says which. |
| 403 | Ask for the scope in \`WWW-Authenticate\`, or for the right to act for the patient. |
| 404 | No such patient, or no such path. |
| 429 | Wait 5 seconds. |
| 501 | This region does not offer it. |
| 502 | The health record system gave an unusable answer. Report it with its \`x-request-id\`. |
| 503 | Try again after \`Retry-After\` seconds. |
| 504 | The health record system was too slow. Try again. |

Bodies have one of two shapes, \`{statusCode, message}\` or \`{error, path, status, timestamp}\`: see each operation. Show
your users words of your own. Quote \`x-request-id\` when you ask for help.

## Rate limit

Calls are counted in windows of 5 seconds. Beyond your subscription's number the answer is **429** with \`Retry-After: 5\`.

## Decided here

The contract leaves some things open. What this service decides is marked **D…** in each operation (\`x-decided\`), and
explained in \`x-decisions\` of the [OpenAPI description](${base}/openapi.json).
`;

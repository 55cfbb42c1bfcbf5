// What `npm run region -- check` makes of the messages of failures: what to look at.
import { expect, test } from 'vitest';
import { Failure } from '../../src/domain/model/failure.ts';
import { reasonOf } from '../../tools/region/reasons.ts';

const unusable = (detail: string) => new Failure('ehr-unusable', { reason: 'ehr-status', detail });

test.each([
  ['no token: status 401, invalid_client', 'clientId of auth'],
  ['no token: status 400, invalid_client', 'public key of keyFile'],
  ['no token: status 400, invalid_scope', 'scope of auth'],
  ['no token: status 404', 'tokenUrl of auth'],
  ['no token: the answer has none', 'tokenUrl of auth'],
  ['a Fault (Client)', 'logicalAddress'],
  ['a Fault (Server, VP007)', 'logicalAddress'],
  ['an answer that is not FHIR JSON; it was sent as text/html', 'a login page'],
  ['status 302', 'it redirects'],
])('%s', (message, hint) => {
  const found = reasonOf(unusable(message));
  expect(found.startsWith(`${message} (`)).toBe(true);
  expect(found).toContain(hint);
});

// A gateway's own fault is not about what the service asks.
test.each(['a Fault (Server)', 'status 500', 'no token: status 500'])('%s explains itself', message => {
  expect(reasonOf(unusable(message))).toBe(message);
});

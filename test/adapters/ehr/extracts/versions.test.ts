// The version of the message layout (extracts.md, "XML"): published in the older layouts (D37).
import { expect, test } from 'vitest';
import { xml } from '../../../support/servers/ehr-server.ts';
import { failureOf } from '../calls.ts';
import { newQuery, openExtracts } from './open-extracts.ts';

const readAll = async (content: string): Promise<unknown[]> => {
  const document = `<PatientEHRExtracts>${content}</PatientEHRExtracts>`;
  const { ehr } = await openExtracts((_, response) => xml(response, document));
  return Array.fromAsync<unknown>(ehr.patients?.(newQuery()) ?? []);
};

const records = '<PatientEHRExtract/>'.repeat(2);
/** The records hold nothing, which is counted too (D29). */
const empty = { path: 'PatientEHRExtract', reason: 'unreadable', hides: ['owner', 'protection', 'unit'] };
/** What is known of the texts of each record. */
const texts = expect.objectContaining({ mayHaveControls: false });
const published = {
  record: { PatientEHRExtract: [{}], XSDVersion: { version: 0.42 } },
  losses: [empty],
  isProtected: 'not-said',
  texts,
};
const without = {
  record: { PatientEHRExtract: [{}] },
  losses: [empty, { path: 'XSDVersion/version', reason: 'unreadable', hides: [] }],
  isProtected: 'not-said',
  texts,
};

test.each([
  ['readable', '<XSDVersion version="0.42"/>', published],
  ['unreadable', '<XSDVersion version="new"/>', without],
  ['empty', '<XSDVersion/>', without],
  ['nil', '<XSDVersion xsi:nil="true"/>', without],
  ['missing', '', without],
])('a version that is %s', async (_, version, record) => {
  const found = await readAll(version + records);
  expect(found).toEqual([record, record]);
});

test('a repeated version is counted once', async () => {
  const twice = '<XSDVersion version="0.42"/><XSDVersion version="0.43"/>';
  const repeated = { ...published, losses: [{ path: 'XSDVersion', reason: 'repeated', hides: [] }, empty] };
  expect(await readAll(twice + records)).toEqual([repeated, published]);
});

test('a version after an extract is unusable', async () => {
  expect(await failureOf(readAll(`${records}<XSDVersion version="0.42"/>`))).toBe('ehr-unusable');
});

test('a document whose version comes too late says so', async () => {
  await expect(readAll(`${records}<XSDVersion version="0.42"/>`)).rejects.toMatchObject({
    reason: 'ehr-document',
    message: 'XSDVersion after the first PatientEHRExtract',
  });
});

test.each([
  ['missing', ''],
  ['unreadable', '<XSDVersion version="new"/>'],
])('what else a record lacks is counted beside a version that is %s', async (_, version) => {
  const extract =
    '<PatientEHRExtract><Patient><PatientBirthDate>x</PatientBirthDate></Patient></PatientEHRExtract>';
  const birth = {
    path: 'PatientEHRExtract/Patient/PatientBirthDate/value',
    reason: 'unreadable',
    hides: [],
  };
  const [older] = await readAll(version + extract);
  expect(older).toMatchObject({
    losses: [birth, { path: 'XSDVersion/version', reason: 'unreadable', hides: [] }],
  });
});

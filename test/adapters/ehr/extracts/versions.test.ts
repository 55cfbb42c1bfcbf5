// The version of the message layout (extracts.md, "XML"): published in the older layouts, and not in v2 (D37).
import { expect, test } from 'vitest';
import { xml } from '../../../support/servers/ehr-server.ts';
import { failureOf } from '../calls.ts';
import { newQuery, openExtracts } from './open-extracts.ts';

const readAll = async (kind: 'patients' | 'patientsV2', content: string): Promise<unknown[]> => {
  const document = `<PatientEHRExtracts>${content}</PatientEHRExtracts>`;
  const { ehr } = await openExtracts((_, response) => xml(response, document));
  return Array.fromAsync<unknown>(ehr[kind]?.(newQuery()) ?? []);
};

const records = '<PatientEHRExtract/>'.repeat(2);
const published = {
  record: { PatientEHRExtract: [{}], XSDVersion: { version: 0.42 } },
  losses: [],
  isProtected: 'not-said',
};
const without = {
  record: { PatientEHRExtract: [{}] },
  losses: [{ path: 'XSDVersion/version', reason: 'unreadable', hides: [] }],
  isProtected: 'not-said',
};
const v2 = { record: { patientEHRExtract: [{}] }, losses: [], isProtected: 'not-said' };

test.each([
  ['readable', '<XSDVersion version="0.42"/>', published],
  ['unreadable', '<XSDVersion version="new"/>', without],
  ['empty', '<XSDVersion/>', without],
  ['nil', '<XSDVersion xsi:nil="true"/>', without],
  ['missing', '', without],
])('a version that is %s', async (_, version, record) => {
  const found = await readAll('patients', version + records);
  expect(found).toEqual([record, record]);
  expect(await readAll('patientsV2', version + records)).toEqual([v2, v2]);
});

test('a repeated version is counted once', async () => {
  const twice = '<XSDVersion version="0.42"/><XSDVersion version="0.43"/>';
  const repeated = { ...published, losses: [{ path: 'XSDVersion', reason: 'repeated', hides: [] }] };
  expect(await readAll('patients', twice + records)).toEqual([repeated, published]);
});

test.each(['patients', 'patientsV2'] as const)('a version after an extract is unusable: %s', async kind => {
  expect(await failureOf(readAll(kind, `${records}<XSDVersion version="0.42"/>`))).toBe('ehr-unusable');
});

test('a document whose version comes too late says so', async () => {
  await expect(readAll('patients', `${records}<XSDVersion version="0.42"/>`)).rejects.toMatchObject({
    reason: 'ehr-document',
    message: 'XSDVersion after the first PatientEHRExtract',
  });
});

test.each([
  ['missing', ''],
  ['unreadable', '<XSDVersion version="new"/>'],
])(
  'what else a record lacks is counted beside a version that is %s; v2 has no version',
  async (_, version) => {
    const extract =
      '<PatientEHRExtract><Patient><PatientBirthDate>x</PatientBirthDate></Patient></PatientEHRExtract>';
    const birth = {
      path: 'PatientEHRExtract/Patient/PatientBirthDate/value',
      reason: 'unreadable',
      hides: [],
    };
    const [older] = await readAll('patients', version + extract);
    expect(older).toMatchObject({
      losses: [birth, { path: 'XSDVersion/version', reason: 'unreadable', hides: [] }],
    });
    const [newer] = await readAll('patientsV2', version + extract);
    expect(newer).toMatchObject({ losses: [birth] });
  },
);

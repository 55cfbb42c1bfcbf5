// A list that has records of several kinds: `only` says which are of the kind.
import { expect, test } from 'vitest';
import { forThisFile } from '../../../support/for-this-file.ts';
import { world } from '../contract-world.ts';
import { faultsOf, inJson, listOfAll, readKind, tableEhr } from './table-ehr.ts';

const { patient, other } = world;
const json = JSON.stringify;

const ehr = await forThisFile(tableEhr());

const only = { from: 'mode', words: ['VIDEO'], others: ['VISIT', 'PHONE'] };
const files = (members: object = { only }) => ({
  'system.json': {
    ...inJson,
    kinds: { contacts: listOfAll, videoMeetings: { ...listOfAll, ...members } },
  },
  'contacts.json': { 'Contact/ContactVisitType': 'mode' },
  'video-meetings.json': { actionId: 'id', meetingLink: 'link' },
});

const read = async (records: readonly object[], members?: object) => {
  ehr.answer(() => json({ list: records.map(record => ({ who: patient, ...record })) }));
  const found = await readKind(ehr, files(members), 'videoMeetings');
  if (typeof found === 'string') return found;
  const ids = found.records.map(record => (record as { meeting: { actionId?: number } }).meeting.actionId);
  return { ids, withheld: found.withheld, omitted: found.omitted };
};

const meeting = { id: '1', mode: 'VIDEO', link: 'https://video.example/1' };

test('records of other kinds are not counted, also with values that this kind does not read', async () => {
  expect(await read([meeting, { id: '2', mode: 'VISIT', room: 'A' }, { id: '3', mode: 'PHONE' }])).toEqual({
    ids: [1],
    withheld: 0,
    omitted: [],
  });
});

test.each([
  ['an unknown word', { mode: 'HOLOGRAM' }],
  ['no word', { mode: undefined }],
  ['a value that is no word', { mode: { code: 'VISIT' } }],
])('a record with %s is withheld', async (_, changed) => {
  expect(await read([meeting, { id: '2', ...changed }])).toMatchObject({
    ids: [1],
    withheld: 1,
  });
});

test('a record of another person is foreign, whatever its kind', async () => {
  expect(await read([meeting, { id: '2', mode: 'VISIT', who: other }])).toMatchObject({
    ids: [1],
    omitted: ['foreign'],
  });
});

test.each([
  ['any other word is another kind', { ...only, others: 'any' }, [1]],
  ['a value at all', { from: 'link', words: 'present' }, [1]],
  ['no value', { from: 'link', words: 'absent' }, [2, 3]],
])('%s: neither is counted nor withheld', async (_, one, ids) => {
  const others = [
    { id: '2', mode: 'HOLOGRAM', room: 'A' },
    { id: '3', mode: 'VISIT', room: 'B' },
  ];
  expect(await read([meeting, ...others], { only: one })).toEqual({ ids, withheld: 0, omitted: [] });
});

test.each([
  ['a value that cannot be read', { mode: { code: 'VIDEO' } }],
  ['no value, which may have got another name', { form: 'VIDEO' }],
])('%s is withheld, whatever others there are', async (_, broken) => {
  expect(await read([meeting, { id: '2', ...broken }], { only: { ...only, others: 'any' } })).toMatchObject({
    ids: [1],
    withheld: 1,
  });
});

test.each([
  [{ only: { ...only, words: 'present' } }, /others beside words: .* none beside "present"/],
  [{ only: { ...only, others: ['VISIT', 'VIDEO'] } }, /system\.json: other words than those of this kind/],
  [{ only: { from: 'mode', words: ['VIDEO'] } }, /system\.json: others beside words/],
  [{ only, items: undefined, record: '.' }, /system\.json: items beside it/],
])('a fault: %j', (members, expected) => {
  expect(faultsOf(files(members)).join('\n')).toMatch(expected);
});

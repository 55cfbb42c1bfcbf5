// What a note says of its state: drafts, corrected notes (D40), and what is not understood.
import { expect, test } from 'vitest';
import { bundle, own } from '../support/fhir-server.ts';
import { openAt } from '../support/read-all.ts';

const composition = (members: object) => ({
  resourceType: 'Composition',
  id: 'c1',
  subject: own,
  ...members,
});
const document = (members: object) => ({
  resourceType: 'DocumentReference',
  id: 'd1',
  subject: own,
  status: 'current',
  ...members,
});

const readNote = async (resource: { resourceType: string }) => {
  const { read } = await openAt({ [`/${resource.resourceType}`]: bundle([resource]) });
  const [found] = await read('journalNotes');
  return found;
};

test.each([
  ['a preliminary document', document({ docStatus: 'preliminary' }), 'preliminary'],
  ['an amended document', document({ docStatus: 'amended' }), 'amended'],
  ['a final document', document({ docStatus: 'final' }), undefined],
  ['a document that says nothing', document({}), undefined],
  ['a preliminary composition', composition({ status: 'preliminary' }), 'preliminary'],
  ['an amended composition', composition({ status: 'amended' }), 'amended'],
  ['a final composition', composition({ status: 'final' }), undefined],
])('%s', async (_, resource, noteStatus) => {
  const found = await readNote(resource);
  expect(found?.noteStatus).toBe(noteStatus);
  expect(found?.losses).toEqual([]);
});

test.each([
  ['docStatus', document({ docStatus: 'corrected' }), 'DocumentReference/docStatus'],
  ['status of a document', document({ status: 'unknown' }), 'DocumentReference/status'],
  ['status of a composition', composition({ status: 'partial' }), 'Composition/status'],
])('a %s that is not understood is counted', async (_, resource, path) => {
  const found = await readNote(resource);
  expect(found?.noteStatus).toBeUndefined();
  expect(found?.losses).toEqual([{ path, reason: 'unreadable', hides: [] }]);
});

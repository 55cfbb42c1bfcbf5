// Large texts within records (D32): they are read in pieces, between which other requests run, and count to the budget for answers.
import { describe, expect, test } from 'vitest';
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import type { Reader } from '../../../../../src/ports/ehr.ts';
import { turnsDuring } from '../../../../support/turns.ts';
import { newCall } from '../../calls.ts';
import { patient } from '../support/connect.ts';
import { allergy, bundle, noteOf, own } from '../support/fhir-server.ts';
import { type Answers, openAt } from '../support/read-all.ts';

const mebibyte = 1024 * 1024;
const paragraph = '<p>Patienten mår bra.</p>';
const html = paragraph.repeat(mebibyte / paragraph.length);
/** Its text: a line for each paragraph. */
const textBytes = 2 * (html.length / paragraph.length) * 'Patienten mår bra.\n'.length;
const div = `<div xmlns="http://www.w3.org/1999/xhtml">${html}</div>`;
const text = { status: 'generated', div };

const document = (id: string, attachment: object) => noteOf(attachment, { id });
const inline = (contentType: string, content: string) => ({
  contentType,
  data: Buffer.from(content).toString('base64'),
});
const small = document('d0', inline('text/plain', 'Kort.'));

/** Opens the records of a kind, and counts what they hold. */
const openRecords = async (kind: SourceKind, answers: Answers) => {
  const { ehr } = await openAt(answers);
  const budget = { held: 0 };
  const memory = {
    add: (bytes: number) => {
      budget.held += bytes;
    },
  };
  const reader = ehr[kind] as Reader<unknown>;
  const records = reader({ patient, interval: {}, call: newCall({ memory }) })[Symbol.asyncIterator]();
  return { records, budget };
};

test.each<[string, SourceKind, object, object]>([
  ['the HTML of a note', 'journalNotes', small, document('d1', inline('text/html', html))],
  ['the plain text of a note', 'journalNotes', small, document('d1', inline('text/plain', html))],
  [
    'the narrative of a section',
    'journalNotes',
    small,
    {
      resourceType: 'Composition',
      id: 'c1',
      status: 'final',
      subject: own,
      section: [{ section: [{ text }] }],
    },
  ],
  [
    'the narrative of a note without sections',
    'journalNotes',
    small,
    { resourceType: 'Composition', id: 'c1', status: 'final', subject: own, text },
  ],
  [
    'the narrative of an allergy without a code',
    'attentionSignals',
    allergy('1'),
    allergy('2', { code: {}, text }),
  ],
  [
    'the narrative of a flag without a code',
    'attentionSignals',
    allergy('1'),
    { resourceType: 'Flag', id: 'f1', status: 'active', subject: own, text },
  ],
])('%s gives way to other requests', async (_, kind, first, large) => {
  const typeOf = (resource: object) => (resource as { resourceType: string }).resourceType;
  const sameType = typeOf(first) === typeOf(large);
  const answers = sameType
    ? { [`/${typeOf(first)}`]: bundle([first, large]) }
    : { [`/${typeOf(first)}`]: bundle([first]), [`/${typeOf(large)}`]: bundle([large]) };
  const { records } = await openRecords(kind, answers);
  // With the first record, all answers of the server have been read.
  await records.next();
  const turns = await turnsDuring(() => records.next());
  expect(turns).toBeGreaterThan(30);
});

describe('the budget', () => {
  test('counts the contents that are fetched', async () => {
    const answer = document('d1', { contentType: 'text/plain', url: 'Binary/1' });
    const { records, budget } = await openRecords('journalNotes', {
      '/DocumentReference': bundle([answer]),
      '/Binary/1': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(html),
    });
    await records.next();
    // The bytes, and the text that is made of them.
    expect(budget.held).toBeGreaterThan(3 * (html.length - 256 * 1024));
  });

  test('counts what is made of the contents of one note at a time', async () => {
    const notes = ['1', '2', '3'].map(id => document(id, inline('text/html', html)));
    const { records, budget } = await openRecords('journalNotes', {
      '/DocumentReference': bundle([small, ...notes]),
    });
    await records.next();
    const before = budget.held;
    const grown: number[] = [];
    for (const _ of notes) {
      await records.next();
      grown.push(budget.held - before);
    }
    expect(grown).toEqual([grown[0], grown[0], grown[0]]);
    expect(grown[0]).toBeGreaterThan(textBytes - 256 * 1024);
  });
});

// If the elements that are read say nothing, what else the resource says is counted (D29).
import { describe, expect, test } from 'vitest';
import { allergy, bundle, own } from '../support/fhir-server.ts';
import { only, readAll } from '../support/read-all.ts';

const narrative = (content: string) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`,
});
const readNote = async (members: object) => {
  const note = { resourceType: 'Composition', id: 'c1', status: 'final', subject: own, ...members };
  return only(await readAll('journalNotes', { '/Composition': bundle([note]) })).losses;
};

describe('a section', () => {
  const section = (content: string, members: object = {}) =>
    readNote({ section: [{ text: narrative(content), ...members }] });
  const counted = ['unreadable Composition/section/text/div'];

  test.each<[string, string, string[]]>([
    ['that has only a picture', '<p><img src="#x"/></p>', counted],
    ['that has a picture with a text in its place', '<p><img src="#x" alt="EKG"/></p>', []],
    ['that has only a drawing', '<svg><path d="M0"/></svg>', counted],
    ['that has a picture and a text', '<p><img src="#x"/>Sinusrytm.</p>', counted],
    ['that is empty', '<p> </p>', []],
  ])('%s', async (_, content, losses) => {
    expect(await section(content)).toEqual(losses);
  });

  test('that has only a picture, in a section', async () => {
    expect(await readNote({ section: [{ section: [{ text: narrative('<img src="#x"/>') }] }] })).toEqual([
      'unreadable Composition/section/section/text/div',
    ]);
  });

  test('that says why it is empty', async () => {
    const emptyReason = { text: 'Inget känt' };
    expect(await section('<p> </p>', { emptyReason })).toEqual([]);
    expect(await section('<img src="#x"/>', { emptyReason })).toEqual(counted);
  });
});

describe('a narrative that nothing else repeats is counted', () => {
  const text = narrative('<p>Tål inte penicillin.</p>');

  test('of a note without sections', async () => {
    expect(await readNote({ text })).toEqual(['unmapped Composition/text']);
    expect(await readNote({ text: narrative('<p/>') })).toEqual([]);
    expect(await readNote({ text, section: [{ text }] })).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    ['AllergyIntolerance', allergy('1', { code: undefined, text }), ['unmapped AllergyIntolerance/text']],
    ['AllergyIntolerance', allergy('1', { text }), []],
    [
      'Flag',
      { resourceType: 'Flag', id: 'f1', status: 'active', subject: own, text },
      ['unmapped Flag/text'],
    ],
    [
      'Flag',
      { resourceType: 'Flag', id: 'f1', status: 'active', subject: own, code: { text: 'Blodsmitta' }, text },
      [],
    ],
  ])('of a warning without a name: %s', async (type, resource, losses) => {
    const found = only(await readAll('attentionSignals', { [`/${type}`]: bundle([resource]) }));
    expect(found.losses).toEqual(losses);
  });
});

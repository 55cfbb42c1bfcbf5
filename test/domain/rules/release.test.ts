// What a region withholds from patients (D26): each rule by itself, and unreadable values.
import { describe, expect, test } from 'vitest';
import type { Hidden, Loss } from '../../../src/domain/model/loss.ts';
import type { JournalNoteRecord } from '../../../src/domain/records/journal-note.ts';
import { hideable } from '../../../src/domain/records/shared/hiding.ts';
import { type Facts, factsOf } from '../../../src/domain/rules/facts.ts';
import { releaseFilter, type WithholdRules } from '../../../src/domain/rules/release.ts';
import { unitOf, unitOfV2, unreadable, unspecific } from '../support.ts';

const note = (extract: NonNullable<JournalNoteRecord['JournalNoteEHRExtract']>[number]) => {
  const record: JournalNoteRecord = { JournalNoteEHRExtract: [extract] };
  return { record, facts: factsOf.journalNotes(record) };
};

const contact = (shared: boolean | undefined) => {
  const record = {
    contactEHRExtract: [{ contact: shared === undefined ? {} : { contactShareInfo: shared } }],
  };
  return { record, facts: factsOf.contacts(record) };
};

type Judged = { record: unknown; facts: Facts };

const isWithheld = (withhold: WithholdRules, { record, facts }: Judged, ...losses: Loss[]) =>
  releaseFilter({ withhold }).withholds(facts, record, losses);

const harmless = note({
  Note: { NoteTemplateName: 'Mottagningsbesök', Records: { Record: [{ Keyword: 'Aktuellt' }] } },
  CareUnit: unitOf('SE2321000016-1A2B'),
});

describe('each rule by itself', () => {
  const units = ['SE2321000016-9X9X', 'SE2321000016-9Y9Y'];
  const noteTemplates = ['Sekretess'];
  const keywords = ['Våld i nära relation'];
  const secrecyLevels = ['4'];
  const noteOf = (Keyword: string) => ({ Note: { Records: { Record: [{ Record: [{ Keyword }] }] } } });
  const levelled = (SecrecyLevel: string[]) => note({ Note: { NoteSecrecyLevels: { SecrecyLevel } } });

  test.each<[string, WithholdRules, Judged, boolean]>([
    ['the care unit', { units }, note({ CareUnit: unitOf('SE2321000016-9X9X') }), true],
    ['the access-zone unit', { units }, note({ AccessZoneUnit: unitOf('SE2321000016-9Y9Y') }), true],
    ['the responsible unit', { units }, note({ ResponsibleUnit: unitOf('SE2321000016-9X9X') }), true],
    [
      'the head care provider alone',
      { units },
      note({ HeadCareproviderUnit: unitOf('SE2321000016-9X9X') }),
      false,
    ],
    ['another unit', { units }, harmless, false],
    ['a part of a unit id', { units }, note({ CareUnit: unitOf('SE2321000016-9X9') }), false],
    ['no unit', { units }, note({}), false],
    ['the note template', { noteTemplates }, note({ Note: { NoteTemplateName: 'Sekretess' } }), true],
    ['another template', { noteTemplates }, harmless, false],
    ['a nested keyword', { keywords }, note(noteOf('Våld i nära relation')), true],
    ['another keyword', { keywords }, note(noteOf('Våld')), false],
    ['one of its secrecy levels', { secrecyLevels }, levelled(['1', '4']), true],
    ['other secrecy levels', { secrecyLevels }, levelled(['1', '44']), false],
    ['a contact not to be shared', { unsharedContacts: true }, contact(false), true],
    ['a contact to be shared', { unsharedContacts: true }, contact(true), false],
    ['a contact that does not say', { unsharedContacts: true }, contact(undefined), false],
    ['a contact not to be shared, without the rule', { unsharedContacts: false }, contact(false), false],
    ['no rule', {}, levelled(['4']), false],
    ['empty rules', { units: [], keywords: [] }, note({}), false],
  ])('%s', (_, rules, judged, withheld) => {
    expect(isWithheld(rules, judged)).toBe(withheld);
  });

  test.each<[string, WithholdRules, boolean]>([
    ['template', { noteTemplates }, true],
    ['keyword', { keywords: ['sekretess'] }, true],
    ['other template', { noteTemplates: ['Psykiatri'], keywords }, false],
  ])('a title without a member is a %s', (_, rules, withheld) => {
    const { record, facts } = harmless;
    expect(isWithheld(rules, { record, facts: { ...facts, titles: ['Sekretess'] } })).toBe(withheld);
  });

  test('units of the v2 layout', () => {
    const record = { contactEHRExtract: [{ contactPerformingUnit: unitOfV2('SE2321000016-9X9X') }] };
    expect(isWithheld({ units }, { record, facts: factsOf.contacts(record) })).toBe(true);
  });

  // The spellings themselves are in comparable.test.ts.
  test.each<[string, WithholdRules, Judged]>([
    ['a unit with another hyphen', { units }, note({ CareUnit: unitOf(' se2321000016\u20119x9x') })],
    [
      'a listed unit with another hyphen',
      { units: ['SE2321000016\u2013A'] },
      note({ CareUnit: unitOf('SE2321000016-A') }),
    ],
    [
      'a keyword in NFD with a trailing colon',
      { keywords },
      note(noteOf('VA\u030aLD I NÄRA\u00a0RELATION:')),
    ],
    ['a listed keyword in NFD', { keywords: ['Va\u030ald'] }, note(noteOf('Våld'))],
    [
      'a template with a zero-width space',
      { noteTemplates },
      note({ Note: { NoteTemplateName: 'Sekre\u200btess' } }),
    ],
    ['a full-width secrecy level', { secrecyLevels }, levelled(['\uff14'])],
  ])('%s is withheld all the same (D33)', (_, rules, judged) => {
    expect(isWithheld(rules, judged)).toBe(true);
  });
});

describe('one match withholds', () => {
  const all: WithholdRules = {
    units: ['UNIT'],
    noteTemplates: ['Sekretess'],
    keywords: ['Våld'],
    secrecyLevels: ['4'],
    unsharedContacts: true,
  };

  test.each<[string, Judged, boolean]>([
    ['the unit alone', note({ CareUnit: unitOf('UNIT') }), true],
    ['the template alone', note({ Note: { NoteTemplateName: 'Sekretess' } }), true],
    ['the keyword alone', note({ Note: { Records: { Record: [{ Keyword: 'Våld' }] } } }), true],
    ['the level alone', note({ Note: { NoteSecrecyLevels: { SecrecyLevel: ['4'] } } }), true],
    ['the contact alone', contact(false), true],
    ['none', harmless, false],
  ])('%s', (_, judged, withheld) => {
    expect(isWithheld(all, judged)).toBe(withheld);
  });
});

describe('a rule withholds if a loss hides what it needs', () => {
  // Each rule needs one fact, by hand.
  const needs: readonly [fact: Hidden, rules: WithholdRules][] = [
    ['unit', { units: ['UNIT'] }],
    ['template', { noteTemplates: ['Sekretess'] }],
    ['keyword', { keywords: ['Våld'] }],
    ['secrecy', { secrecyLevels: ['4'] }],
    ['sharing', { unsharedContacts: true }],
  ];
  test.each(
    needs.flatMap(([needed, rules]) => hideable.map(fact => [rules, fact, fact === needed] as const)),
  )('%o, if %s is hidden: %s', (rules, fact, withheld) => {
    expect(isWithheld(rules, harmless, unreadable('x'), unreadable('y', fact))).toBe(withheld);
    expect(isWithheld({}, harmless, unreadable('y', fact))).toBe(false);
  });

  test.each(needs)('%s: an adapter that does not say what a loss hides fails closed', (_, rules) => {
    expect(isWithheld(rules, harmless, unspecific('JournalNoteEHRExtract/Note/NoteSignDateTime'))).toBe(true);
    expect(isWithheld({}, harmless, unspecific('JournalNoteEHRExtract/Note/NoteSignDateTime'))).toBe(false);
  });

  test('the path decides nothing', () => {
    expect(
      isWithheld({ units: ['UNIT'] }, harmless, unreadable('JournalNoteEHRExtract/CareUnit/UnitID')),
    ).toBe(false);
  });
});

describe('if the EHR decides', () => {
  const filter = releaseFilter('ehr');

  test('nothing is withheld', () => {
    const { record, facts } = contact(false);
    expect(filter.withholds(facts, record, [unreadable('ContactEHRExtract/Contact', 'sharing')])).toBe(false);
    expect(filter.bookings()('UNIT', [unreadable('Booking/PerformingUnit', 'unit')])).toBe(false);
  });
});

describe('the unit of a booking', () => {
  const filter = releaseFilter({ withhold: { units: ['SE2321000016-9X9X'] } });

  test.each([
    ['SE2321000016-9X9X', true],
    ['SE2321000016\u20119X9X', true],
    ['SE2321000016-1A2B', false],
    [undefined, false],
  ])('%s', (hsaId, withheld) => {
    expect(filter.bookings()(hsaId, [])).toBe(withheld);
  });

  test.each<[string, Loss, boolean]>([
    ['the unit', unreadable('Booking/PerformingUnit/HSAId', 'unit'), true],
    ['the unit among others', unreadable('Booking', 'time', 'unit', 'state'), true],
    ['everything, because it does not say', unspecific('Booking/CareGiver'), true],
    ['the state', unreadable('Booking/Status', 'state'), false],
    ['nothing', unreadable('Booking/PerformingUnit/Name'), false],
  ])('if a loss hides %s', (_, lost, withheld) => {
    expect(filter.bookings()('SE2321000016-1A2B', [lost])).toBe(withheld);
    expect(filter.bookings()(undefined, [lost])).toBe(withheld);
  });

  test('no unit is listed', () => {
    const byKeyword = releaseFilter({ withhold: { keywords: ['Våld'] } });
    expect(byKeyword.bookings()('UNIT', [unreadable('Booking/PerformingUnit/HSAId', 'unit')])).toBe(false);
  });
});

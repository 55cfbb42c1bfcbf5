// What a region withholds from patients (D26): each rule by itself, and unreadable values.
import { describe, expect, test } from 'vitest';
import type { JournalNoteRecord } from '../../../src/domain/records/journal-note.ts';
import { type Facts, factsOf } from '../../../src/domain/rules/facts.ts';
import { releaseFilter, type WithholdRules } from '../../../src/domain/rules/release.ts';
import { unitOf, unitOfV2, unreadable } from '../support.ts';

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

const isWithheld = (withhold: WithholdRules, { record, facts }: Judged, ...paths: string[]) =>
  releaseFilter({ withhold }).withholds(facts, record, paths.map(unreadable));

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

describe('a rule withholds if a value that it needs could not be read', () => {
  const lost: Record<string, WithholdRules> = {
    'JournalNoteEHRExtract/CareUnit': { units: ['UNIT'] },
    'JournalNoteEHRExtract/CareUnit/UnitID': { units: ['UNIT'] },
    'JournalNoteEHRExtract/CareUnit/UnitID/extension': { units: ['UNIT'] },
    'JournalNoteEHRExtract/AccessZoneUnit/UnitID': { units: ['UNIT'] },
    'PrescriptionEHRExtract/ResponsibleUnit/UnitID': { units: ['UNIT'] },
    'ContactEHRExtract/ContactAccessZoneUnit/UnitID': { units: ['UNIT'] },
    'JournalNoteEHRExtract/Note/NoteTemplateName': { noteTemplates: ['Sekretess'] },
    'JournalNoteEHRExtract/Note': { noteTemplates: ['Sekretess'] },
    'JournalNoteEHRExtract/Note/Records': { keywords: ['Våld'] },
    'JournalNoteEHRExtract/Note/Records/Record/Keyword': { keywords: ['Våld'] },
    'JournalNoteEHRExtract/Note/NoteSecrecyLevels': { secrecyLevels: ['4'] },
    'JournalNoteEHRExtract/Note/Records/Record/KeywordSecrecyLevels': { secrecyLevels: ['4'] },
    'ContactEHRExtract/Contact/Actions/Action/ActionSecrecyLevels/SecrecyLevel': { secrecyLevels: ['4'] },
    'PrescriptionEHRExtract/HCMContact': { secrecyLevels: ['4'] },
    'ContactEHRExtract/Contact/ContactShareInfo': { unsharedContacts: true },
    'ContactEHRExtract/Contact': { unsharedContacts: true },
  };

  test.each(Object.entries(lost))('%s', (path, rules) => {
    expect(isWithheld(rules, harmless, path)).toBe(true);
    expect(isWithheld({}, harmless, path)).toBe(false);
  });

  test.each<[string, WithholdRules]>([
    ['JournalNoteEHRExtract/time_created', { units: ['UNIT'], secrecyLevels: ['4'], keywords: ['Våld'] }],
    ['JournalNoteEHRExtract/Note/NoteSignDateTime', { noteTemplates: ['Sekretess'], keywords: ['Våld'] }],
    ['JournalNoteEHRExtract/Note/Records/Record/Keyword', { units: ['UNIT'] }],
    ['JournalNoteEHRExtract/CareUnit/UnitID', { keywords: ['Våld'] }],
    ['ContactEHRExtract/Contact/ContactActive', { unsharedContacts: true }],
  ])('%s is nothing that these rules look at', (path, rules) => {
    expect(isWithheld(rules, harmless, path)).toBe(false);
  });
});

describe('if the EHR decides', () => {
  const filter = releaseFilter('ehr');

  test('nothing is withheld', () => {
    const { record, facts } = contact(false);
    expect(filter.withholds(facts, record, [unreadable('ContactEHRExtract/Contact')])).toBe(false);
    expect(filter.withholdsUnit('UNIT', [unreadable('Booking/PerformingUnit')])).toBe(false);
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
    expect(filter.withholdsUnit(hsaId, [])).toBe(withheld);
  });

  test.each([
    ['Booking/PerformingUnit/HSAId', true],
    ['RegisteredBooking/PerformingUnit/HSAId', true],
    ['Booking/PerformingUnit', true],
    ['Booking/PerformingUnit/Name', false],
    ['Booking/StartTime', false],
  ])('where %s is lost, whether any unit is withheld is %s', (path, withheld) => {
    expect(filter.withholdsUnit('SE2321000016-1A2B', [unreadable(path)])).toBe(withheld);
    expect(filter.withholdsUnit(undefined, [unreadable(path)])).toBe(withheld);
  });

  test('no unit is listed', () => {
    const byKeyword = releaseFilter({ withhold: { keywords: ['Våld'] } });
    expect(byKeyword.withholdsUnit('UNIT', [unreadable('Booking/PerformingUnit/HSAId')])).toBe(false);
  });
});

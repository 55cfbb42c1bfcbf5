// What the example web app's rows and pages say, without a browser: the thing itself first, and never a part of it that misleads.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { elementsIn, linesSeen, type Made, makeDocument } from '../support/views.ts';

const folder = '../../examples/patient-web';
type Answer = { readonly json: object[]; readonly leftOut: object };
const { currentMedications, medicationDetails } = (await import(`${folder}/pages/medications.js`)) as {
  currentMedications: (answer: Answer, context: object) => { nodes: Made[] };
  medicationDetails: (record: object, context: object) => Made[];
};
const { warningDetails, warningsSection } = (await import(`${folder}/pages/warnings.js`)) as {
  warningDetails: (record: object, context: object) => Made[];
  warningsSection: (answer: Answer, context: object) => Made[];
};
const { visitFacts, visitRow } = (await import(`${folder}/pages/visit-parts.js`)) as {
  visitFacts: (visit: object) => Made;
  visitRow: (visit: object) => Made;
};
type Upcoming = { upcomingVisits: (of: object, context: object) => Made[] };
const { upcomingVisits } = (await import(`${folder}/pages/visits.js`)) as Upcoming;
const { noteDetails, timelineEntry } = (await import(`${folder}/pages/notes.js`)) as {
  noteDetails: (record: object, signedTypes: Set<string>) => Made[];
  timelineEntry: (entry: object, signedTypes: Set<string>) => Made;
};
const { chips, says } = (await import(`${folder}/pages/journal.js`)) as {
  chips: (of: object) => Made | undefined;
  says: (record: object, words: string[]) => boolean;
};
const { everything } = (await import(`${folder}/record.js`)) as { everything: (record: object) => Made };
const { useLanguage } = (await import(`${folder}/words/words.js`)) as { useLanguage: (code: string) => void };

const now = '20260115093000';
const context = { now, isOffered: () => true };
const whole = (json: object[]): Answer => ({ json, leftOut: {} });
beforeAll(makeDocument);
beforeEach(() => useLanguage('sv'));

describe('a medication', () => {
  const prescription = (DosageText: string, more = {}) => ({
    MainProductTreatment: { PrescriptionProductTradeName: 'Veckodosin' },
    PrescriptionDosages: { DosagePlugin: [{ IX3Dosage: { DosageText } }] },
    ...more,
  });
  const recordOf = (Prescription: object) => ({ PrescriptionEHRExtract: [{ Prescription }] });
  const row = (DosageText: string) =>
    linesSeen(currentMedications(whole([recordOf(prescription(DosageText))]), context).nodes);

  test('has every line of its dosage in its row, or, beyond three, none', () => {
    expect(row('a\nb\nc')).toEqual(['Veckodosin', 'a', 'b', 'c']);
    expect(row('a\nb\nc\nd')).toEqual(['Veckodosin', 'Dosering: se läkemedlet']);
  });

  test('has a sentence that begins with days in bold', () => {
    const { nodes } = currentMedications(whole([recordOf(prescription('måndagar: 4 tabletter'))]), context);
    const bold = nodes.flatMap(node => elementsIn(node, 'b')).map(({ textContent }) => textContent);
    expect(bold).toEqual(['Veckodosin', 'måndagar: 4 tabletter']);
  });

  test('has its whole text and no instance on its page, and why it is paused or was ended', () => {
    const IX3Dosage = {
      DosageText: 'måndagar: 4 tabletter kl. 08:00',
      DoseInstance: [{ MinQty: '4 tabletter' }],
    };
    const dosages = { PrescriptionDosages: { DosagePlugin: [{ IX3Dosage }] } };
    const page = (TreatmentStatus: string) => {
      const state = { MedicationTreatmentStatusDetail: { TreatmentStatus } };
      const record = prescription('', { ...dosages, ...state, PrescriptionCancelComment: 'Biverkning' });
      return linesSeen(medicationDetails(recordOf(record), context).slice(0, 2));
    };
    expect(page('ACTIVE').slice(0, 2)).toEqual(['Så tar du det', 'måndagar: 4 tabletter kl. 08:00']);
    expect(page('ACTIVE').join()).not.toContain('Doserna');
    expect(page('PAUSED').slice(-2)).toEqual(['Varför den är pausad', 'Biverkning']);
    expect(page('ENDED').slice(-2)).toEqual(['Varför den avslutades', 'Biverkning']);
  });
});

describe('a warning says what it is about, then its kind', () => {
  const signal = (SignalWarningSubType: string | undefined, blocks: object) => ({
    AttentionSignalEHRExtract: [{ AttentionSignal: { SignalWarningSubType, ...blocks } }],
  });
  const allergy = (of: object) => ({ HypersensitivityType: of });
  const ask = 'Kan inte visas: fråga vården.';
  const nuts = allergy({ Heading: 'Födoämne', Agent: ['Jordnötter'] });
  const pacemaker = { TreatmentAndConditionType: { TreatmentDescription: 'Pacemaker sedan 2023' } };
  const several = allergy({
    Heading: 'Penicillin',
    Agent: ['penicillin', 'Amoxicillin'],
    Severity: 'Hög risk',
  });
  const drugs = allergy({ Heading: 'Läkemedel' });
  const coded = allergy({ SignalATCCodes: { SignalATCCode: [{ code: 'J01CE' }] } });
  const comment = { NonStandardProcedureType: { Comment: 'Inget blod.' } };
  test.each<[string, string | undefined, object, string]>([
    ['an agent', 'Födoämne', nuts, 'Jordnötter · Födoämne / Allergi'],
    ['a treatment', 'Behandling', pacemaker, 'Pacemaker sedan 2023 · Behandling'],
    ['several', 'Läkemedel', several, 'Penicillin · Läkemedel Hög risk / Amoxicillin / Allergi'],
    ['a drug of a code', undefined, coded, 'J01CE · Allergi'],
    ['a comment', 'Rutin', comment, 'Varning · Rutin / Avsteg från vanlig vård / Inget blod.'],
    ['nothing but a kind', 'Övrigt', {}, `Varning · Övrigt / ${ask}`],
    ['the word of a kind', undefined, allergy({ Heading: 'Allergi' }), `Varning · Allergi / ${ask}`],
    [
      'nothing but two kinds',
      'Överkänslighet, Läkemedel',
      drugs,
      `Varning · Överkänslighet, Läkemedel / ${ask} / Allergi`,
    ],
    ['nothing', undefined, {}, `Varning / ${ask}`],
  ])('%s', (_, kind, blocks, expected) => {
    const record = signal(kind, blocks);
    expect(linesSeen(warningsSection(whole([record]), context)).join(' / ')).toBe(expected);
    const [first = ''] = linesSeen(warningDetails(record, context).slice(0, 1));
    expect(expected).toContain(first);
  });
});

describe('a visit is what its care unit calls it', () => {
  const PerformingUnit = { Name: 'Hud', Address: { StreetAddress: 'Gatan 12' } };
  const visit = (Any: object[], more = {}) => ({
    key: '1',
    start: '20260115143000',
    isRegistered: false,
    booking: { StartTime: '2026-01-15 14:30', PerformingUnit, Any },
    ...more,
  });
  const said = { timeTypeName: 'Prov', performerName: 'Läkarsson', purpose: 'Fasta.', reason: 'Klåda' };
  const served = [{ Status: 'BOOKED' }, { service: 'Återbesök', practitioner: 'A; B' }];
  const typed = [{ appointmentType: 'Telefontid', service: 'Öga' }];
  const meeting = { serviceName: 'Videobesök', mainStaff: { name: 'Läkarsson' } };
  test.each<[string, object, string]>([
    ['national contracts', visit([said]), '14:30 Prov / Hud · Läkarsson / Gatan 12 / Fasta.'],
    ['FHIR', visit(served), '14:30 Återbesök / Hud · A; B / Gatan 12'],
    ['FHIR, with a type', visit(typed), '14:30 Telefontid / Hud / Öga'],
    ['a time by telephone has no street', visit([{ timeTypeName: 'Telefontid' }]), '14:30 Telefontid / Hud'],
    ['a time by video has none', visit([{ timeTypeName: 'Videobesök' }]), '14:30 Videobesök / Hud'],
    ['a kind of care alone', visit([{ careTypeName: 'Öppenvård' }]), '14:30 Hud / Gatan 12'],
    ['extracts', visit([{ Status: 'BOOKED' }]), '14:30 Hud / Gatan 12'],
    ['a member that is not a text', visit([{ timeTypeName: { a: 'b' } }]), '14:30 Hud / Gatan 12'],
    ['a meeting', visit([], { meeting }), '14:30 Videobesök / Hud · Läkarsson'],
  ])('%s', (_, of, expected) => {
    expect(linesSeen([visitRow(of)]).join(' / ')).toBe(expected);
  });

  test('and its page says what the patient gave as the reason', () => {
    const facts = linesSeen([visitFacts(visit([said]))]).join(' / ');
    expect(facts).toContain('Bra att veta / Fasta. / Du angav / Klåda');
  });
});

describe('visits by importance', () => {
  const kind = { contactTypeOfVisit: 'Slutenvård', contactPerformingUnit: 'Avdelning 5' };
  const since = (value: string, contactStatus?: string, more = {}) => ({
    contactEHRExtract: [{ contact: { ...kind, contactBeginDateTime: { value }, contactStatus, ...more } }],
  });
  const visit = (start: string) => ({
    key: start,
    start,
    isRegistered: false,
    booking: {
      StartTime: start.replace(/(....)(..)(..)(..)(..)../, '$1-$2-$3 $4:$5'),
      PerformingUnit: { Name: 'Hud' },
    },
  });
  const linesOf = (contacts: object[], visits: object[] = [], isOwn = true) =>
    linesSeen(upcomingVisits({ visits, contacts: { json: contacts } }, { now, person: { isOwn } })).join(
      ' / ',
    );

  test('a stay first, then today’s by the hour, then the next, then by month; a contact to come among them', () => {
    const stay = since('20260110081500', 'ARRIVED');
    const ahead = since('20260120100000', 'PLANNED', { contactTypeOfVisit: 'Hembesök' });
    const visits = ['20260115150000', '20260115100000', '20260301100000'].map(visit);
    expect(linesOf([stay, ahead], visits)).toBe(
      'Du är inlagd sedan 10 januari, Avdelning 5 / Idag / Hud / Hud / Nästa / Hembesök / Avdelning 5 / Planerad / mars 2026 / 10:00 Hud',
    );
    expect(linesOf([stay], [], false)).toBe('Inlagd sedan 10 januari, Avdelning 5');
  });

  const end = { contactEndDateTime: { value: '20260112' } };
  test.each<[string, object, string]>([
    ['of months', since('20251118081500', 'ONGOING'), 'Du är inlagd sedan 18 november 2025, Avdelning 5'],
    ['of years', since('20250110081500', 'ARRIVED'), 'Pågår / Slutenvård / Avdelning 5 / Ankommen'],
    ['ended', since('20260110081500', 'ARRIVED', end), ''],
    ['not active', since('20260110081500', 'ARRIVED', { contactActive: false }), ''],
    ['without a state', since('20260110081500'), ''],
    ['cancelled', since('20260210081500', 'CANCELLED'), ''],
  ])('a stay %s', (_, stay, expected) => {
    expect(linesOf([stay])).toBe(expected);
  });
});

describe('a note', () => {
  const note = (...Value: object[]) => ({
    JournalNoteEHRExtract: [{ Note: { NoteTemplateName: 'Lista', Records: { Record: [{ Value }] } } }],
  });

  test('keeps the columns of a table: an evening dose stays under the evening', () => {
    const text = 'Gäller idag.\nLäkemedel\tMorgon\tKväll\nExemplipin\t\t1\nRing vid frågor.';
    const [, page] = noteDetails(note({ $self: text }), new Set());
    const rows = elementsIn(page as Made, 'tr').map(row =>
      elementsIn(row, 'td').map(cell => cell.textContent),
    );
    expect(rows).toEqual([
      ['Läkemedel', 'Morgon', 'Kväll'],
      ['Exemplipin', '', '1'],
    ]);
    expect(linesSeen([page as Made]).at(-1)).toBe('Ring vid frågor.');
  });

  const entry = (record: object) => linesSeen([timelineEntry({ record, key: '1', slice: {} }, new Set())]);
  test('does not begin its row with its own title, and says that it is a document where it has no text', () => {
    expect(entry(note({ $self: 'Lista: Tar allt.' }))).toEqual(['Lista', 'Tar allt.', 'Läs allt']);
    expect(entry(note({}))).toEqual(['Lista', 'Dokument', 'Läs allt']);
  });

  test('has its headings, its title, roles and the service’s own words in English, and the texts of its EHR as they came', () => {
    useLanguage('en');
    const status = { Keyword: 'Status', Value: [{ $self: 'Preliminär anteckning' }] };
    const heading = { Keyword: 'Bedömning', Value: [{ $self: 'Stabil.' }] };
    const own = { Keyword: 'Aktuellt', Value: [{ $self: 'Bedömning' }] };
    const Note = {
      NoteTypeOfNote: 'Epikris',
      Records: { Record: [status, { ...heading, Record: [{ ...heading, Keyword: 'Planering' }] }, own] },
    };
    const CareProvider = [
      { CareProviderName: 'Påhittad Läkarsson', CareProviderType: 'Patientansvarig' },
      { CareProviderName: 'Barn', CareProviderType: 'Kurator' },
    ];
    const record = { JournalNoteEHRExtract: [{ Note, CareProviders: { CareProvider } }] };
    const by = ['Påhittad Läkarsson, Attending', 'Barn, Kurator'];
    const [facts, text, all] = noteDetails(record, new Set());
    expect(linesSeen([facts as Made]).slice(-by.length)).toEqual(by);
    expect(linesSeen([text as Made])).toEqual([
      'Status',
      'Preliminary note',
      'Assessment',
      'Stabil.',
      'Plan',
      'Stabil.',
      'Aktuellt',
      'Bedömning',
    ]);
    expect(entry(record)[0]).toBe('Discharge summary');
    const values = ['Epikris', 'Årskontroll'];
    const offered = chips({ name: 'type', label: 'Type', values, onChoose: () => {} });
    expect(linesSeen([offered as Made]).join(' ')).toContain('Discharge summary');
    expect(elementsIn(offered as Made, 'span').map(({ attributes }) => attributes.get('lang'))).toEqual([
      ...[undefined, undefined],
      'sv',
    ]);
    // What is seen is found, and what the record says too.
    expect(['epikris', 'discharge', 'attending', 'other'].map(word => says(record, [word]))).toEqual([
      ...[true, true, true],
      false,
    ]);
    expect(linesSeen([all as Made])).toEqual(expect.arrayContaining(['Attending', 'Barn', 'Assessment']));
  });
});

test('what people are is said in English in every layout, and nobody’s name is', () => {
  useLanguage('en');
  const saidOf = (record: object) => linesSeen([everything(record)]);
  for (const name of ['patientRelativeType', 'PatientRelativeType', 'careProviderType', 'CareProviderType'])
    expect(saidOf({ [name]: 'Vårdnadshavare' })).toContain('Guardian');
  expect(saidOf({ PatientFamilyName: 'Make', careProviderName: 'Barn' })).toEqual(
    expect.arrayContaining(['Make', 'Barn']),
  );
});

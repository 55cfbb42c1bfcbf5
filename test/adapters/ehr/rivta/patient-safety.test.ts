// What must not happen to a patient: something shown that may not be, lost in silence, or invented.
import { afterEach, describe, expect, test } from 'vitest';
import type { ContractName } from '../../../../src/adapters/ehr/rivta/members.ts';
import type { AppointmentList } from '../../../../src/domain/model/appointment.ts';
import type { Interval } from '../../../../src/domain/model/interval.ts';
import type { AttentionSignalRecord } from '../../../../src/domain/records/attention-signal.ts';
import type { ContactRecord } from '../../../../src/domain/records/contact.ts';
import type { RecordKind } from '../../../../src/domain/records/index.ts';
import type { JournalNoteRecord } from '../../../../src/domain/records/journal-note.ts';
import type { PatientRecord } from '../../../../src/domain/records/patient.ts';
import { factsOf } from '../../../../src/domain/rules/facts.ts';
import { releaseFilter } from '../../../../src/domain/rules/release.ts';
import { connect, patient } from './connect.ts';
import {
  alert,
  answerOf,
  contact,
  elements,
  group,
  type HeaderParts,
  medication,
  note,
  type ResidentParts,
  resident,
  timeslot,
  unmappedIn,
} from './documents.ts';
import { producer, sample } from './soap-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** What is read of a kind where the producer answers this. */
const read = async (kind: RecordKind, answer: string, interval: Interval = {}) => {
  const server = await producer(() => answer);
  const connected = connect(server.url);
  closers.push(server.close, connected.close);
  return connected.read(kind, { interval });
};

const documents: readonly (readonly [RecordKind, ContractName, (parts: HeaderParts) => string])[] = [
  ['contacts', 'GetCareContacts', contact],
  ['attentionSignals', 'GetAlertInformation', parts => alert(parts, 'Inget blod.')],
  ['prescriptions', 'GetMedicationHistory', parts => medication(parts, '1 om dagen')],
  ['journalNotes', 'GetCareDocumentation', parts => note(parts, 'Hej.')],
];

const prescriptionPath = 'medicationMedicalRecord/medicationMedicalRecordBody/medicationPrescription';

/** What every prescription says and no record has a member for. */
const always = unmappedIn('prescriptions');

describe.each(documents)('%s', (kind, contract, document) => {
  const header = { id: 'D-1', patient };
  const unmapped = unmappedIn(kind);
  const withheld = { record: undefined, losses: [] };
  const answerWith = (...all: string[]) => answerOf(contract, all);

  test.each([
    ['false', 'false'],
    ['0', '0'],
    ['empty', ''],
    ['unreadable', 'kanske'],
  ])('a document whose approval is %s never leaves the adapter', async (_name, approved) => {
    const found = await read(kind, answerWith(document({ ...header, approved }), document(header)));
    expect(found).toEqual([withheld, { record: expect.anything(), losses: unmapped }]);
  });

  const approval = '<c:approvedForPatient>true</c:approvedForPatient>';

  test('nor does one without any approval, or with two', async () => {
    const without = document(header).replace(approval, '');
    const twice = document(header).replace(
      approval,
      `${approval}<c:approvedForPatient>false</c:approvedForPatient>`,
    );
    expect(await read(kind, answerWith(without, twice))).toEqual([withheld, withheld]);
  });

  test.each([
    ['cannot be read', '<c:nullified>ja</c:nullified>'],
    ['stands there twice', '<c:nullified>false</c:nullified><c:nullified>true</c:nullified>'],
  ])('nor does one of which nobody can tell whether it is withdrawn: the word %s', async (_name, word) => {
    const unclear = document(header).replace(approval, word + approval);
    expect(await read(kind, answerWith(unclear))).toEqual([withheld]);
  });

  test('one that says, once, whether it is withdrawn is there', async () => {
    const said = ['true', 'false'].map(word =>
      document(header).replace(approval, elements({ nullified: word }) + approval),
    );
    const record = expect.anything();
    // Whether a withdrawn prescription is active is not asked.
    const status = { path: `${prescriptionPath}/prescriptionStatus`, reason: 'unmapped' };
    const withdrawn = kind === 'prescriptions' ? [status, ...unmapped] : unmapped;
    expect(await read(kind, answerWith(...said))).toEqual([
      { record, losses: withdrawn },
      { record, losses: unmapped },
    ]);
  });

  test('nor does an empty one', async () => {
    const [, element = ''] = /^<r:(\w+)>/.exec(document(header)) ?? [];
    expect(await read(kind, answerWith(`<r:${element}/>`))).toEqual([withheld]);
  });

  test('one that is not approved counts only within the interval', async () => {
    const old = document({ ...header, approved: 'false', author: '20100101000000' })
      .replace(
        '<c:start>20260115093000</c:start>',
        '<c:start>20100101000000</c:start><c:end>20100101000000</c:end>',
      )
      .replace('<c:validityTimePeriod></', '<c:validityTimePeriod><c:end>20110101000000</c:end></');
    const interval = { from: '20200101000000' } as Interval;
    expect(await read(kind, answerWith(old), interval)).toEqual([]);
    expect(await read(kind, answerWith(old))).toEqual([withheld]);
  });

  test('the patient is that of the header, with white space cut away', async () => {
    const other = document({ ...header, patient: ' 198507302381\n' });
    const [found] = await read(kind, answerWith(other));
    const id = kind === 'prescriptions' ? 'PatientId' : 'PatientID';
    const expected = { root: '1.2.752.129.2.1.3.1', extension: '198507302381' };
    const text = JSON.stringify(found?.record);
    expect(text).toContain(`"${kind === 'contacts' ? 'patientID' : id}":${JSON.stringify(expected)}`);
  });

  test('the spelling of names is read either way', async () => {
    const [usual] = await read(kind, answerWith(document({ ...header, hsa: 'HSAId' })));
    const [other] = await read(kind, answerWith(document({ ...header, hsa: 'HSAid' })));
    expect(other).toEqual(usual);
    expect(JSON.stringify(usual)).toContain('SE2321000016-SYS1');
  });

  test('unknown elements anywhere change nothing', async () => {
    const added = document(header).replace(
      /<\/c:(\w+)>/g,
      '</c:$1><x:added xmlns:x="urn:example"><c:documentId>no</c:documentId></x:added>',
    );
    expect(await read(kind, answerWith(added))).toEqual(await read(kind, answerWith(document(header))));
  });

  test('a time that no clock has is left out and counted; the rest is kept', async () => {
    const [found] = await read(kind, answerWith(document({ ...header, author: '20260231101500' })));
    expect(found?.losses).toEqual([
      {
        path: expect.stringMatching(/Header\/accountableHealthcareProfessional\/authorTime$/),
        reason: 'unreadable',
      },
      ...unmapped,
    ]);
    const text = JSON.stringify(found?.record);
    expect(text).not.toContain('20260231');
    expect(text).toContain('D-1');
  });

  test('a unit that cannot be told is told to the release rules by the name that they know', async () => {
    const twice = document(header).replace(
      '</c:accountableHealthcareProfessional>',
      elements({ healthcareProfessionalCareUnitHSAId: 'SE1' }) +
        elements({ healthcareProfessionalCareUnitHSAId: 'SE2' }) +
        '</c:accountableHealthcareProfessional>',
    );
    const [found] = await read(kind, answerWith(twice));
    expect(found?.losses).toEqual([
      { path: expect.stringMatching(/^(CareUnit|(Contact)?AccessZoneUnit)\/UnitID$/), reason: 'repeated' },
      ...unmapped,
    ]);
  });
});

describe('the units of a contact', () => {
  const unit = (name: string, id: string) =>
    group(name, elements({ orgUnitHSAId: id, orgUnitName: 'Mottagningen' }));
  const atUnits = (professional: string, own: string) =>
    contact({ id: 'D-1', patient })
      .replace(
        '</c:accountableHealthcareProfessional>',
        `${professional}</c:accountableHealthcareProfessional>`,
      )
      .replace('<c:careContactBody>', `<c:careContactBody>${own}`);
  const published = async (document: string) => {
    const [found] = await read('contacts', answerOf('GetCareContacts', [document]));
    if (found === undefined) throw new Error('no contact');
    return { record: found.record as ContactRecord, losses: found.losses };
  };
  const head = unit('healthcareProfessionalOrgUnit', 'SE-1');
  const other = unit('careContactOrgUnit', 'SE-2');

  test.each<[string, string, string[]]>([
    ['of the professional and of the contact', atUnits(head, other), ['SE-1', 'SE-2']],
    ['of the professional alone', atUnits(head, ''), ['SE-1']],
    ['of the contact alone', atUnits('', other), ['SE-2']],
  ])('%s: withholding any that is published withholds the contact', async (_name, document, expected) => {
    const { record, losses } = await published(document);
    const ids = record.contactEHRExtract?.[0]?.units?.unit?.map(one => one.unitID?.extension);
    expect(ids).toEqual(expected);
    const withheld = expected.filter(id =>
      releaseFilter({ withhold: { units: [id] } }).withholds(factsOf.contacts(record), record, losses),
    );
    expect(withheld).toEqual(expected);
  });

  test('one unit twice is no responsible unit beside the performing one; nor is one that is missing', async () => {
    for (const own of [unit('careContactOrgUnit', 'SE-1'), '']) {
      const { record } = await published(atUnits(head, own));
      expect(record.contactEHRExtract?.[0]).toMatchObject({
        contactPerformingUnit: { unitID: { extension: 'SE-1' } },
      });
      expect(record.contactEHRExtract?.[0]).not.toHaveProperty('contactResponsibleUnit');
    }
  });

  test("the contact's own unit that stands there twice is told to the rules", async () => {
    const { losses } = await published(atUnits(head, other + unit('careContactOrgUnit', 'SE-3')));
    expect(losses).toEqual([{ path: 'ContactResponsibleUnit/UnitID', reason: 'repeated' }]);
  });
});

test('a title that stands there twice is told to the rules for templates and keywords', async () => {
  const twice = note({ id: '1', patient }, 'Hej.').replace(
    '<c:clinicalDocumentNoteText>',
    '<c:clinicalDocumentNoteTitle>Hemlig</c:clinicalDocumentNoteTitle><c:clinicalDocumentNoteText>',
  );
  const [found] = await read('journalNotes', answerOf('GetCareDocumentation', [twice]));
  expect(found?.losses).toEqual([{ path: 'Note', reason: 'repeated' }]);
});

describe('a prescription', () => {
  const prescription = (change: (document: string) => string) =>
    read('prescriptions', answerOf('GetMedicationHistory', [change(medication({ id: '1', patient }, '1'))]));
  const body = prescriptionPath;
  const lost = (path: string) => ({ path: `${body}/${path}`, reason: 'unmapped' });

  test('whose status is no known word is neither active nor inactive, and that is counted', async () => {
    const [found] = await prescription(document => document.replace('>Active<', '>Paused<'));
    expect(found?.losses).toEqual([{ path: `${body}/prescriptionStatus`, reason: 'unreadable' }, ...always]);
    expect(JSON.stringify(found?.record)).not.toContain('MedicationActive');
  });

  test('whose drug has two names counts the one that is not published', async () => {
    const [found] = await prescription(document =>
      document.replace(
        '<c:dosage>',
        group('unstructuredDrugInformation', elements({ unstructuredInformation: 'Salva från apoteket' })) +
          group(
            'drug',
            group('nplId', elements({ code: '1', codeSystem: '1.2', displayName: 'Exemplipin' })),
          ) +
          '<c:dosage>',
      ),
    );
    expect(found?.losses).toEqual([...always, lost('drug/unstructuredDrugInformation')]);
    expect(JSON.stringify(found?.record)).toContain('"PrescriptionProductTradeName":"Exemplipin"');
  });

  test('whose drug is told in words alone has them for its name', async () => {
    const [found] = await prescription(document =>
      document.replace(
        '<c:dosage>',
        `${group('unstructuredDrugInformation', elements({ unstructuredInformation: 'Salva' }))}<c:dosage>`,
      ),
    );
    expect(found?.losses).toEqual(always);
    expect(JSON.stringify(found?.record)).toContain('"PrescriptionProductTradeName":"Salva"');
  });

  test.each<[string, string, (document: string) => string]>([
    [
      'a note to it',
      'prescriptionNote',
      document =>
        document.replace(
          '<c:selfMedication>',
          `${elements({ prescriptionNote: 'Får ej tas med Waran' })}<c:selfMedication>`,
        ),
    ],
    [
      'a comment on its drug',
      'drug/comment',
      document => document.replace('<c:dosage>', `${elements({ comment: 'Späds med Waran' })}<c:dosage>`),
    ],
    [
      'a further reason',
      'additionalPrescriptionReason',
      document =>
        document.replace(
          '<c:selfMedication>',
          `${group('additionalPrescriptionReason', group('reason', elements({ displayName: 'Efter Waran' })))}<c:selfMedication>`,
        ),
    ],
    [
      'a further reason in words',
      'additionalPrescriptionReason',
      document =>
        document.replace(
          '<c:selfMedication>',
          `${group('additionalPrescriptionReason', elements({ otherReason: 'Efter Waran' }))}<c:selfMedication>`,
        ),
    ],
  ])('%s has no place in the extract, and is counted', async (_name, path, change) => {
    const [found] = await prescription(change);
    expect(found?.losses).toHaveLength(2);
    expect(found?.losses).toEqual(expect.arrayContaining([...always, lost(path)]));
    expect(JSON.stringify(found?.record)).not.toContain('Waran');
  });

  test('what is empty of these is no loss', async () => {
    const [found] = await prescription(document =>
      document
        .replace(
          '<c:selfMedication>',
          '<c:prescriptionNote/><c:additionalPrescriptionReason/><c:selfMedication>',
        )
        .replace('<c:dosage>', '<c:comment> </c:comment><c:dosage>'),
    );
    expect(found?.losses).toEqual(always);
  });
});

describe('a warning', () => {
  const body = 'alertInformation/alertInformationBody';
  const warning = async (times: Readonly<Record<string, string>>, validity = '') => {
    const written = alert({ id: 'D-1', patient }, 'Inget blod.').replace(
      '<c:validityTimePeriod></c:validityTimePeriod>',
      elements(times) + group('validityTimePeriod', validity),
    );
    const [found] = await read('attentionSignals', answerOf('GetAlertInformation', [written]));
    const { AttentionSignalEHRExtract: extracts } = (found?.record ?? {}) as AttentionSignalRecord;
    return { known: extracts?.[0]?.AttentionSignal?.SignalVerifiedDateTime, losses: found?.losses };
  };
  const lost = (path: string) => [{ path: `${body}/${path}`, reason: 'unmapped' }];

  test.each<[string, Readonly<Record<string, string>>, string | undefined, unknown[]]>([
    [
      'ascertained long before it was verified',
      { ascertainedDate: '20100101', verifiedTime: '20250101080000' },
      '20100101000000',
      lost('verifiedTime'),
    ],
    [
      'verified before it was ascertained',
      { ascertainedDate: '20250102', verifiedTime: '20250101080000' },
      '20250101080000',
      lost('ascertainedDate'),
    ],
    [
      'both on one day',
      { ascertainedDate: '20250101', verifiedTime: '20250101080000' },
      '20250101080000',
      [],
    ],
    ['verified alone', { verifiedTime: '20250101080000' }, '20250101080000', []],
    ['ascertained alone', { ascertainedDate: '20100101' }, '20100101000000', []],
    ['neither', {}, undefined, []],
  ])('%s is known from the earlier, and the other counted', async (_name, times, known, losses) => {
    expect(await warning(times)).toEqual({ known, losses });
  });

  test('is known from the start of its validity, where that is the earliest', async () => {
    const times = { ascertainedDate: '20250102', verifiedTime: '20250103080000' };
    const validity = elements({ start: '20100311120000' });
    expect(await warning(times, validity)).toEqual({
      known: '20100311120000',
      losses: [...lost('verifiedTime'), ...lost('ascertainedDate')].reverse(),
    });
  });

  test('is known from the start of its validity where nothing else is told', async () => {
    expect(await warning({}, elements({ start: '20100311120000' }))).toEqual({
      known: '20100311120000',
      losses: [],
    });
  });

  test('whose validity begins later than it was known counts that begin', async () => {
    const validity = elements({ start: '20250401000000' });
    expect(await warning({ verifiedTime: '20250101080000' }, validity)).toEqual({
      known: '20250101080000',
      losses: lost('validityTimePeriod/start'),
    });
  });
});

describe('a note', () => {
  const textOf = async (text: string) => {
    const [found] = await read(
      'journalNotes',
      answerOf('GetCareDocumentation', [note({ id: '1', patient }, text)]),
    );
    expect(found?.losses).toEqual([]);
    const { JournalNoteEHRExtract: extracts } = (found?.record ?? {}) as JournalNoteRecord;
    return extracts?.[0]?.Note?.Records?.Record?.[0]?.Value?.[0]?.$self;
  };

  test.each([
    ['plain text', 'Hej.\n  Åter.', 'Hej.\n  Åter.'],
    ['an angle bracket', '<5 mg', '<5 mg'],
    ['something that looks like a tag', '<Metformin>', '<Metformin>'],
    ['markup of another kind', '<p>Hej</p>', '<p>Hej</p>'],
    ['broken DocBook', '<article><para>Hej</article>', '<article><para>Hej</article>'],
    ['DocBook with a document type', '<!DOCTYPE article><article/>', '<!DOCTYPE article><article/>'],
    ['a paragraph', '<para>Klåda &lt; 1 vecka</para>', 'Klåda < 1 vecka'],
    ['a prefix and a declaration', '<?xml version="1.0"?><d:para xmlns:d="x">Hej</d:para>', 'Hej'],
    [
      'titles, paragraphs and lists',
      '<section><title>Råd</title><para>Gör så:</para><itemizedlist><listitem><para>vila</para></listitem><listitem><para>drick</para></listitem></itemizedlist></section>',
      'Råd\nGör så:\nvila\ndrick',
    ],
    [
      'a table',
      '<section><informaltable><tgroup><tbody><row><entry>Puls</entry><entry>72</entry></row><row><entry>Hb</entry><entry>140</entry></row></tbody></tgroup></informaltable></section>',
      'Puls\t72\nHb\t140',
    ],
    ['lines as they stand', '<section><literallayout>a\n  b</literallayout></section>', 'a\n  b'],
    ['mixed text', '<para>Ta <emphasis>inte</emphasis> mer\n  än två.</para>', 'Ta inte mer än två.'],
    ['an empty text', '', ''],
  ])('%s', async (_name, written, published) => {
    expect(await textOf(written)).toBe(published);
  });

  const withNote = (content: string) =>
    answerOf('GetCareDocumentation', [
      note({ id: '1', patient }, 'Hej.').replace(
        '</c:clinicalDocumentNote>',
        `${content}</c:clinicalDocumentNote>`,
      ),
    ]);
  const body = 'careDocumentation/careDocumentationBody/clinicalDocumentNote';

  test('a document in it is named, its content left out and counted', async () => {
    const media = group('multimediaEntry', elements({ mediaType: 'application/pdf', value: 'JVBERi0=' }));
    const [found] = await read('journalNotes', withNote(media));
    expect(found?.losses).toEqual([
      { path: `${body}/multimediaEntry/value`, reason: 'unreadable' },
      { path: `${body}/multimediaEntry`, reason: 'unmapped' },
    ]);
    expect(JSON.stringify(found?.record)).toContain('"JournalValueType":"Document"');
    expect(JSON.stringify(found?.record)).not.toContain('JVBERi0');
  });

  test('a dissenting opinion is not published, and counted', async () => {
    const opinion = group(
      'dissentintOpinion',
      elements({ authorTime: '20260115093000', opinion: 'Det stämmer inte.' }) +
        group('personId', elements({ id: '198507302381', type: '1.2.752.129.2.1.3.1' })) +
        elements({ personName: 'Någon Annan' }),
    );
    const [found] = await read('journalNotes', withNote(opinion + opinion));
    const loss = { path: `${body}/dissentintOpinion`, reason: 'unmapped' };
    // Two opinions of five values each.
    expect(found?.losses).toEqual(Array.from({ length: 10 }, () => loss));
    expect(JSON.stringify(found?.record)).not.toContain('198507302381');
  });
});

describe('bookings', () => {
  const list = (...slots: string[]) => read('appointments', answerOf('GetSubjectOfCareSchedule', slots));

  test("another patient's among them stands alone as the patient: the whole list is refused", async () => {
    const [found] = await list(
      timeslot({ bookingId: '1', subject_of_care: patient }),
      timeslot({ bookingId: '2', subject_of_care: '198507302381' }),
      timeslot({ bookingId: '3', subject_of_care: patient }),
    );
    expect(found?.record).toMatchObject({ patient: { PersonNumbers: [{ Number: '198507302381' }] } });
  });

  const facility = 'SE2321000016-1A2B';
  const unitsOf = (found: unknown) =>
    (found as AppointmentList).appointments.map(({ booking }) => booking.PerformingUnit?.HSAId);

  test.each([undefined, '', ' '])(
    'one that does not name its facility is at the one asked: %j',
    async said => {
      const [found] = await list(timeslot({ bookingId: '1', healthcare_facility: said }));
      expect(unitsOf(found?.record)).toEqual([facility]);
      expect(found?.losses).toEqual([]);
    },
  );

  test('a facility that stands there twice is told to the release rules by the name that they know', async () => {
    const twice = timeslot({ bookingId: '1' }).replace(
      '<c:bookingId>',
      '<c:healthcare_facility>SE-9</c:healthcare_facility><c:bookingId>',
    );
    const [found] = await list(timeslot({ bookingId: '0' }), twice);
    const losses = [{ path: 'Booking/PerformingUnit/HSAId', reason: 'repeated' }];
    // Of that booking alone: the other one is released.
    expect(found?.losses).toEqual([]);
    const record = found?.record as AppointmentList | undefined;
    expect(record?.appointments.map(one => one.losses)).toEqual([undefined, losses]);
  });

  test('a start that no clock has is left out and counted; the booking is kept', async () => {
    const [found] = await list(timeslot({ bookingId: '1', startTimeInclusive: '20260231093000' }));
    expect(found).toMatchObject({
      record: {
        appointments: [
          {
            start: undefined,
            booking: { ContactId: '1' },
            losses: [{ path: 'timeslotDetail/startTimeInclusive', reason: 'unreadable' }],
          },
        ],
      },
    });
  });
});

describe('the register', () => {
  const residents = (...all: ResidentParts[]) =>
    read('patients', answerOf('LookupResidentForFullProfile', all.map(resident)));
  const names = (members: Readonly<Record<string, string>>) =>
    residents({ number: patient, post: group('Namn', elements(members)) });
  const givenNames = async (mark: string, given = 'Anna Maria Lisa') => {
    const [found] = await names({ Tilltalsnamnsmarkering: mark, Fornamn: given });
    const { PatientEHRExtract: extracts } = (found?.record ?? {}) as PatientRecord;
    return { names: extracts?.[0]?.Patient?.PatientName?.PatientGivenName, losses: found?.losses };
  };

  test.each([
    ['10', ['Anna']],
    ['20', ['Maria']],
    ['12', ['Anna', 'Maria']],
    ['23', ['Maria', 'Lisa']],
  ])('the mark %s means the name in use', async (mark, used) => {
    const { names: found, losses } = await givenNames(mark);
    expect(losses).toEqual([]);
    expect(found).toEqual(
      ['Anna', 'Maria', 'Lisa'].map(value => (used.includes(value) ? { qualifier: 'CL', value } : { value })),
    );
  });

  test.each(['40', '14', '99', 'x', '1'])('the mark %s marks nothing, and is counted', async mark => {
    const { names: found, losses } = await givenNames(mark);
    expect(found).toEqual([{ value: 'Anna' }, { value: 'Maria' }, { value: 'Lisa' }]);
    expect(losses).toEqual([
      { path: 'resident/Personpost/Namn/Tilltalsnamnsmarkering', reason: 'unreadable' },
    ]);
  });

  test.each(['', 'X', 'j'])(
    'a mark of secrecy that is "%s" hides the answer to D27, and says so',
    async secrecy => {
      const [found] = await residents({ number: patient, secrecy });
      expect(found?.losses).toEqual([{ path: 'Patient/PatientProtectedId', reason: 'unreadable' }]);
      expect(JSON.stringify(found?.record)).not.toContain('PatientProtectedId');
    },
  );

  test('so does a mark that stands there twice', async () => {
    const answer = answerOf('LookupResidentForFullProfile', [
      resident({ number: patient }).replace(
        '<c:Personpost>',
        '<c:Sekretessmarkering>J</c:Sekretessmarkering><c:Personpost>',
      ),
    ]);
    const [found] = await read('patients', answer);
    expect(found?.losses).toEqual([{ path: 'Patient/PatientProtectedId', reason: 'repeated' }]);
    expect(JSON.stringify(found?.record)).not.toContain('PatientProtectedId');
  });

  test('protected identity is told', async () => {
    const [found] = await residents({ number: patient, secrecy: 'J' });
    expect(JSON.stringify(found?.record)).toContain('"PatientProtectedId":true');
  });

  const deregistered = (members: Readonly<Record<string, string>>) =>
    residents({ number: patient, post: group('Avregistrering', elements(members)) });

  test.each(['20240300', '2024'])('a date of death that is "%s" is left out and counted once', async date => {
    const found = await deregistered({ AvregistreringsorsakKod: 'AV', Avregistreringsdatum: date });
    expect(found[0]?.losses).toEqual([
      { path: 'resident/Personpost/Avregistrering/Avregistreringsdatum', reason: 'unreadable' },
    ]);
    expect(JSON.stringify(found)).not.toContain('PatientDeceasedDate');
  });

  test('a death without a date is counted', async () => {
    const [found] = await deregistered({ AvregistreringsorsakKod: 'AV' });
    expect(found?.losses).toHaveLength(1);
  });

  test.each(['OO', 'GN'])('who is deregistered for "%s" has not died', async cause => {
    const [found] = await deregistered({
      AvregistreringsorsakKod: cause,
      Avregistreringsdatum: '20240301',
    });
    // The cause and the day.
    const loss = { path: 'resident/Personpost/Avregistrering', reason: 'unmapped' };
    expect(found?.losses).toEqual([loss, loss]);
    expect(JSON.stringify(found?.record)).not.toContain('PatientDeceasedDate');
  });

  test('the register of a coordination number is told; of no number at all, none', async () => {
    const found = await residents({ number: '197010632391' }, { number: 'X' });
    expect(found.map(({ record }) => record)).toMatchObject([
      { PatientEHRExtract: [{ Patient: { PatientID: { root: '1.2.752.129.2.1.3.3' } } }] },
      { PatientEHRExtract: [{ Patient: { PatientID: { extension: 'X' } } }] },
    ]);
    expect(JSON.stringify(found[1]?.record)).not.toContain('root');
  });

  test('whom it does not hold is unknown', async () => {
    await expect(residents()).rejects.toMatchObject({ code: 'patient-unknown' });
  });

  test('the relations of the patient are not published: they name others', async () => {
    const [found] = await read('patients', sample('LookupResidentForFullProfile'));
    expect(JSON.stringify(found)).not.toContain('198507302381');
  });
});

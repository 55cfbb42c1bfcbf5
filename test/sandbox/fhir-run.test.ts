// The sandbox as the third region: every scenario gives the documented answer, through the service and its adapter.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ids } from '../../sandbox/fhir/additions.ts';
import { people } from '../../sandbox/patients/patients.ts';
import { listed } from '../support/listed.ts';
import { leftOut, regionRuns } from '../support/service/scenario-answers.ts';

const [run] = regionRuns(['fhir'], {
  inPart: /^records=1, unmapped=\d+$/,
  // What is not for the patient, and what its source has taken back (D35).
  hidden: {
    '6: contacts since': [`"${ids.hiddenContact}"`],
    '7: warnings': ['Hotfullt beteende', 'Hepatit C'],
    '9:': ['Hemligin', 'Felskrivin'],
    '10: journal notes:': ['Arbetsanteckning', 'Hör till en annan patient'],
  },
  pays: '1: pay: a PaymentNotice',
});
const { scenario } = run;

type Plugin = { readonly IX3Dosage: { readonly DosageText: string } };

/** The extracts of a list of records, with the record's own part. */
const partsOf = (begin: string, extract: string, part: string) =>
  scenario(begin).body.map(
    (record: Record<string, Record<string, object>[]>) => record[extract]?.[0]?.[part],
  );

describe('the sandbox as the third region', () => {
  test('returns appointments and video meetings in one list, and counts the withheld one', () => {
    const [{ Booking: bookings, RegisteredBooking: registered }] = scenario('3:').body;
    expect(bookings.map(({ ContactId }: { ContactId: string }) => ContactId)).toEqual(
      listed(`
      59062 59063 59064 59065 59068 59069 59083 9007199254740991 9007199254741046 9007199254741051
      9007199254741060 59084
    `),
    );
    expect(registered).toEqual([]);
    expect(bookings[0]).toMatchObject({
      StartTime: '2026-12-02 09:30',
      TypedStartDateTime: '2026-12-02T08:30:00Z',
      CareGiver: 'Region Sandlådan',
      PerformingUnit: { Name: 'Hudmottagningen', HSAId: 'SE2321000016-1A2B' },
      PatientInformation: 'Ta med legitimation.',
      Any: [
        { Status: 'BOOKED', PaymentStatus: 'UNPAID' },
        { status: 'booked', practitioner: 'Påhittad Läkarsson' },
      ],
    });
    // Of seven appointments the status of three participants each; of five meetings the status of four, the nurse's title, the kind
    // of participation and the addresses.
    expect(leftOut(scenario('3:'))).toBe('records=1, unmapped=71');
  });

  test('does not mark a cancelled appointment as arrived', () => {
    expect(scenario('2: a cancelled').body).toMatchObject({
      ResultCode: 'ERROR',
      Comment: 'The appointment is cancelled.',
    });
  });

  test('returns the patient', () => {
    const [{ PatientEHRExtract: extracts }] = scenario('4:').body;
    expect(extracts[0].Patient).toMatchObject({
      PatientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
      PatientProtectedId: false,
      PatientBirthDate: { value: '19121212' },
      PatientSex: 'M',
      PatientName: {
        PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }, { value: 'Provmartin' }],
        PatientMiddleName: 'Exempel',
        PatientFamilyName: 'Tolvansson',
      },
      PatientAddresses: {
        PatientAddress: [
          { PatientAddressType: 'Folkbokföringsadress', PatientAddressStreet: 'Påhittade gatan 12' },
        ],
      },
      PatientDataRegister: { PatientCounty: '05', PatientCity: '80' },
    });
  });

  test('lists the guardian among the child’s relatives, but not a former guardian', () => {
    const [patient] = partsOf('5:', 'patientEHRExtract', 'patient');
    expect(patient.patientRelatives.patientRelative).toEqual([
      {
        patientRelativeType: 'Mor, vårdnadshavare',
        patientRelativeName: 'Vårda Provsson',
        patientRelativeGivenName: 'Vårda',
        patientRelativeFamilyName: 'Provsson',
      },
    ]);
  });

  test('returns an open contact with its room and bed', () => {
    const contacts = partsOf('6: contacts since', 'contactEHRExtract', 'contact');
    expect(contacts).toMatchObject([
      { contactInternalID: '59044', contactStatus: 'ONGOING', contactRoom: '12', contactBed: 'B' },
      { contactInternalID: '59064', contactStatus: 'ONGOING' },
    ]);
  });

  test('returns what was recorded on a duplicate of the patient', () => {
    const [extract] = scenario('6: a contact').body[0].contactEHRExtract;
    expect(extract).toMatchObject({
      contact: { contactInternalID: ids.mergedContact },
      patient: { patientID: { extension: people.guardian.number }, patientInternalID: '100043-old' },
    });
  });

  test('returns each warning in the block of its category', () => {
    const blocks = partsOf('7: warnings', 'AttentionSignalEHRExtract', 'AttentionSignal').map(
      (signal: object) => Object.keys(signal).filter(name => /(?<!Sub)Type$/.test(name)),
    );
    expect(blocks.flat()).toEqual(
      listed(`
      HypersensitivityType HypersensitivityType ContagiousDiseaseType NonStandardProcedureType
      TreatmentAndConditionType NonStandardProcedureType
    `),
    );
  });

  test('does not turn "no known allergy" into a hypersensitivity', () => {
    const [signal] = partsOf('7: "no known allergies"', 'AttentionSignalEHRExtract', 'AttentionSignal');
    expect(signal).toMatchObject({ UnstructuredType: { Heading: 'Inga kända överkänsligheter' } });
    expect(signal).not.toHaveProperty('HypersensitivityType');
  });

  test('returns video meetings, and counts the link that was too long', () => {
    const links = scenario('8:').body.map(({ meetingLink }: { meetingLink?: string }) => meetingLink);
    const room = (index: number) => `https://video.example.com/m/${index}`;
    // They are in the order of their start, and one is of today.
    const fixed = links.filter((link: string | undefined) => link !== room(59_084));
    expect(fixed).toEqual([room(0), room(55), undefined, room(69)]);
    expect(links).toHaveLength(5);
    // The status of four participants of each.
    expect(leftOut(scenario('8:'))).toBe('values=1, unmapped=20');
  });

  test('has drugs of several forms and strengths', () => {
    const drugs = partsOf('9:', 'PrescriptionEHRExtract', 'Prescription').map(
      ({ MainProductTreatment: of }: { MainProductTreatment: Readonly<Record<string, string>> }) =>
        ['DrugFormTextSv', 'StrengthNumeric', 'StrengthNumericUnit']
          .map(name => of[`PrescriptionProduct${name}`])
          .join(' '),
    );
    expect(drugs).toEqual([
      'Tablett 5 mg',
      'Filmdragerad tablett 500 mg',
      'Infusionsvätska, lösning 0,04 mmol/ml',
      'Tablett 2,5 mg',
      'Salva 0,1 %',
      'Enterokapsel, hård 20 mg',
      // A vaccine without a strength.
      'Injektionsvätska, suspension  ',
      'Injektionsvätska, lösning 1 mg/ml',
      'Tablett 2,5 mg',
      'Tablett 2,5 mg',
      // It comes as 2.50.
      'Tablett 2,5 mg',
    ]);
  });

  test("says each dosage in the prescriber's words, in a sentence of the list, or not", () => {
    const lines = partsOf('9:', 'PrescriptionEHRExtract', 'Prescription').map(
      ({ PrescriptionDosages: dosages }: { PrescriptionDosages: { DosagePlugin: Plugin[] } }) =>
        dosages.DosagePlugin.flatMap(({ IX3Dosage }) => IX3Dosage.DosageText.split('\n')),
    );
    const line = 'Doseringen kan inte visas i sin helhet: fråga vården.';
    expect(lines).toEqual([
      ['1 tablett på morgonen'],
      ['1–2 tabletter vid behov, högst 8 per dygn'],
      // A rate has no sentence.
      ['1000 ml på 8 timmar', line],
      // The second step does not say when it begins.
      ['2 tabletter per dag', 'i 7 dagar', line, 'Därefter enligt schema', line],
      ['Tunt lager på utslagen kväll och morgon'],
      ['1 kapsel kl. 08:00, varje dag', '1 kapsel kl. 20:00, varje dag'],
      ['1 dos, en gång, 15 oktober 2026 kl. 10:00'],
      ['1 ml var tredje månad'],
      ['måndagar: 4 tabletter kl. 08:00'],
      [
        'måndagar, onsdagar och fredagar: 2 tabletter kl. 20:00',
        'tisdagar, torsdagar, lördagar och söndagar: 1,5 tabletter kl. 20:00',
      ],
      ['1 tablett 2 gånger dagligen'],
    ]);
  });

  test('returns notes from narratives and HTML as text, and a PDF without its content', () => {
    const notes = partsOf('10: journal notes:', 'JournalNoteEHRExtract', 'Note');
    const text = JSON.stringify(notes);
    expect(text).toContain('Torr hosta sedan två veckor.\\nIngen feber, äter och sover som vanligt.');
    expect(text).toContain('<Ingen> misstanke om lunginflammation.');
    expect(text).toContain('Systoliskt\\t135 mmHg\\nDiastoliskt\\t85 mmHg');
    expect(text).toContain('Bedömning\\n1 < 2 & inga besvär.\\nÅter vid behov');
    expect(text).toContain('"Value":[{"JournalValueType":"PDFDocument"}]');
    expect(text).not.toContain('<p>');
    expect(leftOut(scenario('10: journal notes:'))).toBe('records=2, values=1');
  });

  test('makes the private key readable for its owner only', () => {
    expect(statSync(join(run.sandbox.folder, 'backend-key.json')).mode & 0o777).toBe(0o600);
  });
});

// The sandbox as the second region: every scenario gives the documented answer, through the service and its adapter.
import { describe, expect, test } from 'vitest';
import { reserve } from '../../sandbox/rivta/patients/more-patients.ts';
import { listed } from '../support/listed.ts';
import { leftOut, regionRuns } from '../support/service/scenario-answers.ts';

const [run] = regionRuns(['rivta'], {
  known: [reserve],
  inPart: /^records=1, sources=1\b/,
  week: /^values=1\b/,
});
const { scenario } = run;

type Dosages = { readonly DosagePlugin: readonly { readonly IX3Dosage: { readonly DosageText: string } }[] };

describe('the sandbox as the second region', () => {
  test('offers neither transitions nor video meetings', () => {
    const refused = { ResultCode: 'ERROR', Comment: 'Not offered by this region.', Any: [] };
    expect(scenario('1:').body).toEqual([refused]);
    expect(scenario('2:').body).toEqual(refused);
    expect(scenario('8:').body).toMatchObject({ error: 'Not offered by this region.' });
  });

  test('merges the bookings of all facilities', () => {
    const [{ Booking: bookings }] = scenario('3:').body;
    expect(bookings.map(({ ContactId }: { ContactId: string }) => ContactId)).toEqual(
      listed(`
      59062 59063 59064 59065 59066 59067 59068 59069 59083 59084 59070
    `),
    );
    expect(bookings[0]).toMatchObject({
      StartTime: '2026-12-02 09:30',
      TypedStartDateTime: '2026-12-02T08:30:00Z',
      PerformingUnit: { Name: 'Hudmottagningen', HSAId: 'SE2321000016-1A2B' },
    });
    expect(bookings[0].Any).toContainEqual(expect.objectContaining({ performerName: 'Påhittad Läkarsson' }));
    for (const booking of bookings) expect(booking).not.toHaveProperty('CareGiver');
  });

  test('returns the patient from the population register', () => {
    const [{ PatientEHRExtract: extracts }] = scenario('4:').body;
    expect(extracts[0].Patient).toMatchObject({
      PatientID: { extension: '191212121212' },
      PatientProtectedId: false,
      PatientBirthDate: { value: '19121212' },
      PatientSex: 'M',
      PatientName: {
        PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }, { value: 'Provmartin' }],
        PatientMiddleName: 'Exempel',
        PatientFamilyName: 'Tolvansson',
      },
    });
    const [{ patientEHRExtract: abroad }] = scenario('5:').body;
    expect(abroad[0].patient.patientSex).toBe('M');
    expect(abroad[0].patient).not.toHaveProperty('patientDeceasedDate');
  });

  test('withholds what is not for the patient, and reports that it is left out', () => {
    const hidden: [begin: string, text: string, records?: number][] = [
      ['6:', '59050'],
      // A warning that says nothing is withheld too.
      ['7:', 'Hotfullt beteende', 3],
      ['9:', 'Hemligin'],
      ['10:', 'Arbetsanteckning'],
    ];
    for (const [begin, text, records = 2] of hidden) {
      expect(JSON.stringify(scenario(begin).body)).not.toContain(text);
      expect(leftOut(scenario(begin))).toMatch(new RegExp(`^records=${records}\\b`));
    }
  });

  test('ignores elements of other namespaces that have the contract’s names', () => {
    const [{ contactEHRExtract: extracts }] = scenario('6:').body;
    expect(extracts[0].contact.contactInternalID).toBe('59044');
    expect(extracts[0].contact).not.toHaveProperty('contactCategory1');
    for (const { body } of run.answers.values()) {
      for (const foreign of ['Endast för internt bruk', 'Okänd', '000000000000'])
        expect(JSON.stringify(body)).not.toContain(foreign);
    }
  });

  test('withholds documents that their source has taken back', () => {
    const notes = scenario('10:').body.map(
      (record: { JournalNoteEHRExtract: { Note: object }[] }) => record.JournalNoteEHRExtract[0]?.Note,
    );
    expect(notes).toHaveLength(8);
    expect(JSON.stringify(notes)).not.toContain('58961');
    expect(JSON.stringify(scenario('9:').body)).not.toContain('INVALIDATED');
  });

  test("says each dosage in the prescriber's words, or not whole", () => {
    const lines = scenario('9:').body.map(
      (record: { PrescriptionEHRExtract: { Prescription: { PrescriptionDosages?: Dosages } }[] }) =>
        record.PrescriptionEHRExtract[0]?.Prescription.PrescriptionDosages?.DosagePlugin.flatMap(
          ({ IX3Dosage }) => IX3Dosage.DosageText.split('\n'),
        ),
    );
    const line = 'Doseringen kan inte visas i sin helhet: fråga vården.';
    expect(lines.slice(3, 10)).toEqual([
      // Neither step says when it begins.
      ['2 tabletter per dag', 'i högst 7 dagar', line, 'Enligt schema', 'Därefter enligt schema', line],
      ['Tunt lager 2 gånger dagligen', 'Tunt lager på utslagen kväll och morgon'],
      ['Enligt anvisning', '1 kapsel på morgonen och 1 kapsel på kvällen, varje dag'],
      ['1 dos en gång'],
      ['1 ml var tredje månad'],
      ['4 tabletter varje måndag'],
      [
        '2 tabletter på kvällen måndag, onsdag och fredag, 1,5 tabletter på kvällen tisdag, torsdag, lördag och söndag',
      ],
    ]);
  });

  test('publishes the text of DocBook', () => {
    const notes = JSON.stringify(scenario('10:').body);
    expect(notes).toContain('Svårt att andas, ambulans tillkallad.');
    expect(notes).toContain('<Ingen> misstanke om lunginflammation.');
    expect(notes).toContain('1 < 2 & <para>ingen</para> DocBook.');
    expect(notes).not.toContain('docbook.org');
  });

  test('reports that a source system did not answer, and returns what the others gave', () => {
    const partial = scenario('9: one of two source systems');
    expect(leftOut(partial)).toMatch(/(^|, )sources=1(,|$)/);
    expect(JSON.stringify(partial.body)).toContain('Delvisin');
    const outdated = scenario('6: a source system answers with older data');
    expect(outdated.body).toEqual([]);
    // The simulator adds elements of another namespace at random.
    expect(leftOut(outdated)).toMatch(/^sources=1(, unmapped=\d+)?$/);
  });

  test('never returns an empty list of warnings when no source system answered', () => {
    const { status, head, body } = scenario('7: no source system');
    expect(status).toBe(503);
    expect(head).toMatch(/^retry-after: 5$/im);
    expect(body).toMatchObject({ status: 503 });
  });

  test('reads a patient with a reserve number', () => {
    expect(JSON.stringify(scenario('10: a patient with a reserve number').body)).toContain('som sätts ut');
  });

  test('does not show a discontinued drug as active, whatever the discontinuation says', () => {
    const { body } = scenario('9: a discontinued drug');
    const prescriptions = body.map(
      (record: { PrescriptionEHRExtract: { Prescription: object }[] }) =>
        record.PrescriptionEHRExtract[0]?.Prescription,
    );
    const treatment = { extension: 'SE162321000024-A1:RcId:Treatment:8124' };
    expect(prescriptions).toMatchObject([
      { MedicationActive: false, MedicationTreatmentId: treatment, PrescriptionType: 'Insättning' },
      {
        MedicationActive: false,
        MedicationTreatmentId: treatment,
        PrescriptionType: 'Utsättning',
        MedicationTreatmentStatusDetail: { TreatmentStatus: 'DISCONTINUED' },
        PrescriptionCancelComment: 'Gav hudutslag',
      },
    ]);
  });
});

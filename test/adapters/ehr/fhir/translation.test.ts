// ServerContext of resources to records: dosages, times, contents, and counted losses. Expected values are written by hand.
import { describe, expect, test } from 'vitest';
import { casesIn } from '../../../support/cases-in.ts';
import { patient } from './support/connect.ts';
import { type Answer, allergy, bundle, noteOf, outcome, own, tolvan } from './support/fhir-server.ts';
import { dose, readPrescription, repeat, request } from './support/prescriptions.ts';
import { only, readAll, readHidden } from './support/read-all.ts';

const cases = casesIn(import.meta.url);

/** The dosages and losses of a prescription. */
const dosages = async (...dosageInstruction: object[]) => {
  const { prescription, losses } = await readPrescription({ dosageInstruction });
  return { ...prescription.PrescriptionDosages, losses, prescription };
};

describe('a dosage', () => {
  test('"as needed" and the period are published once if all dosages share them', async () => {
    const shared = { asNeededBoolean: true };
    const bounds = { boundsPeriod: { start: '2026-01-15', end: '2026-02-01' } };
    const one = (times: number) => ({
      ...dose(1),
      ...shared,
      ...repeat({ ...bounds, frequency: times, period: 1, periodUnit: 'd' }),
    });
    const { WhenNeeded, DosagePlugin, prescription } = await dosages(one(1), one(2));
    expect(WhenNeeded).toBe(true);
    expect(DosagePlugin.map((plugin: object) => Object.keys(plugin))).toEqual([['IX3Dosage'], ['IX3Dosage']]);
    expect(prescription.PrescriptionStartDateTime).toEqual({ value: '20260115000000' });
    expect(prescription.PrescriptionEndDateTime).toEqual({ value: '20260201235959' });
  });

  test.each<[string, string | undefined]>([
    ['1.50', '1.50'],
    ['5e-1', '0.5'],
    ['100', '100'],
    ['12345678901234567890', '12345678901234567890'],
    ['0.12345678901234567890123', '0.12345678901234567890123'],
    // No dose has so many digits.
    [`1${'0'.repeat(60)}1`, undefined],
  ])('a dose keeps its digits, without an exponent: %s', async (value, digits) => {
    const dosage = { timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } } };
    const text = JSON.stringify(
      bundle([
        request({
          dosageInstruction: [{ ...dosage, doseAndRate: [{ doseQuantity: { value: 0, unit: 'mg' } }] }],
        }),
      ]),
    ).replace('"value":0', `"value":${value}`);
    const { record } = only(
      await readAll('prescriptions', {
        '/MedicationRequest': (_, response) =>
          response.writeHead(200, { 'content-type': 'application/fhir+json' }).end(text),
      }),
    );
    const [plugin] = record.PrescriptionEHRExtract[0].Prescription.PrescriptionDosages.DosagePlugin;
    expect(plugin.IX3Dosage?.DoseInstance?.[0].MinQty).toBe(digits && `${digits} mg`);
  });

  test('numbers keep their digits as written, long ones too', async () => {
    const text = JSON.stringify(
      bundle([request({ dosageInstruction: [{ ...dose(7), ...repeat({ when: ['MORN'] }) }] })]),
    );
    const found = only(
      await readAll('prescriptions', {
        '/MedicationRequest': (_, response) =>
          response
            .writeHead(200, { 'content-type': 'application/fhir+json' })
            .end(text.replace('"value":7', '"value":0.50')),
      }),
    );
    const { DosagePlugin } = found.record.PrescriptionEHRExtract[0].Prescription.PrescriptionDosages;
    expect(DosagePlugin[0].IX3Dosage.DoseInstance[0].MinQty).toBe('0.50 tablett');
  });
});

describe('times', () => {
  const signal = async (members: object) => {
    const { record, losses } = only(
      await readAll('attentionSignals', { '/AllergyIntolerance': bundle([allergy('1', members)]) }),
    );
    return { time: record.AttentionSignalEHRExtract[0].AttentionSignal.SignalVerifiedDateTime, losses };
  };

  test.each<[string, string | undefined, string[]]>([
    ['2026-01-15T08:30:00Z', '20260115093000', []],
    ['2026-07-15T08:30:00.999Z', '20260715103000', []],
    ['2014-10-09T14:58:00+11:00', '20141009055800', []],
    ['2026-01-15T08:30:00', '20260115083000', []],
    ['2026-01-15T08:30', '20260115083000', []],
    ['2026-01-15', '20260115000000', []],
    ['2026-03', '20260301000000', ['unreadable AllergyIntolerance/recordedDate']],
    ['2026', '20260101000000', ['unreadable AllergyIntolerance/recordedDate']],
    ['2026-02-30', undefined, ['unreadable AllergyIntolerance/recordedDate']],
    ['2026-01-15T24:00:00Z', undefined, ['unreadable AllergyIntolerance/recordedDate']],
    ['2026-01-15T08:30:60Z', undefined, ['unreadable AllergyIntolerance/recordedDate']],
    ['i går', undefined, ['unreadable AllergyIntolerance/recordedDate']],
    ['0000', undefined, ['unreadable AllergyIntolerance/recordedDate']],
    ['0000-01-01T00:00:00', undefined, ['unreadable AllergyIntolerance/recordedDate']],
    ['0001-01-01', '00010101000000', []],
  ])('%s', async (recordedDate, time, losses) => {
    expect(await signal({ recordedDate })).toEqual({ time, losses });
  });

  test('a warning applies from the earlier of its two times; the other is counted if it is on another day', async () => {
    expect(await signal({ recordedDate: '2014-10-09', onsetDateTime: '2010-03-12' })).toEqual({
      time: '20100312000000',
      losses: ['unmapped AllergyIntolerance/recordedDate'],
    });
  });

  test('if one of the two is unreadable, the other does not replace it', async () => {
    const members = {
      recordedDate: '2014-10-09',
      onsetDateTime: 'x',
      meta: { lastUpdated: '2026-01-15T08:00:00Z' },
    };
    const { record } = only(
      await readAll('attentionSignals', { '/AllergyIntolerance': bundle([allergy('1', members)]) }),
    );
    const [extract] = record.AttentionSignalEHRExtract;
    expect(extract).not.toHaveProperty('time_created');
    expect(extract.AttentionSignal).not.toHaveProperty('SignalVerifiedDateTime');
    expect(extract.AttentionSignal).not.toHaveProperty('SignalVersionDateTime');
  });
});

describe('contents of notes', () => {
  const note = (attachment: object) => bundle([noteOf(attachment, { date: '2026-01-15T08:30:00Z' })]);
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  const read = async (
    attachment: object,
    answers: Readonly<Record<string, Answer>> = {},
    members: object = {},
  ) => {
    const found = only(
      await readAll('journalNotes', { '/DocumentReference': note(attachment), ...answers }, members),
    );
    const [record] = found.record.JournalNoteEHRExtract[0].Note.Records.Record;
    return { value: record.Value[0], losses: found.losses };
  };
  const lost = ['unreadable DocumentReference/content'];

  test('inline text', async () => {
    const found = await read({ contentType: 'text/plain', data: base64('Åäö.') });
    expect(found).toEqual({ value: { $self: 'Åäö.', JournalValueType: 'Text' }, losses: [] });
  });

  test.each<[string, object, string]>([
    ['a PDF', { contentType: 'application/pdf', data: base64('%PDF') }, 'PDFDocument'],
    ['a picture', { contentType: 'image/png', url: 'Binary/1' }, 'Document'],
    ['broken base64', { contentType: 'text/plain', data: '%%%' }, 'Text'],
    ['text that is not UTF-8', { contentType: 'text/plain', data: '/w==' }, 'Text'],
    ['a URL on another server', { contentType: 'text/plain', url: 'https://elsewhere.example/1' }, 'Text'],
    ['a missing Binary', { contentType: 'text/plain', url: 'Binary/404' }, 'Text'],
  ])('%s is counted, and the note remains', async (_, attachment, type) => {
    const missing: Answer = (_received, response) => response.writeHead(404).end();
    expect(await read(attachment, { '/Binary/404': missing })).toEqual({
      value: { JournalValueType: type },
      losses: lost,
    });
  });

  test('content that the service is forbidden to read is counted as withheld', async () => {
    const refused: Answer = (_, response) => response.writeHead(403).end();
    const found = await read({ contentType: 'text/plain', url: 'Binary/1' }, { '/Binary/1': refused });
    expect(found.losses).toEqual(['withheld DocumentReference/content']);
  });

  test('unavailable content fails the answer', async () => {
    const broken: Answer = (_, response) => response.writeHead(500).end();
    await expect(
      read({ contentType: 'text/plain', url: 'Binary/1' }, { '/Binary/1': broken }),
    ).rejects.toMatchObject({
      code: 'ehr-unusable',
    });
  });

  test('a Binary as JSON is decoded', async () => {
    const binary = { resourceType: 'Binary', contentType: 'text/html', data: base64('<p>Ett</p><p>två</p>') };
    const found = await read({ contentType: 'text/html', url: 'Binary/1' }, { '/Binary/1': binary });
    expect(found).toEqual({ value: { $self: 'Ett\ntvå', JournalValueType: 'Text' }, losses: [] });
  });
});

describe('the patient', () => {
  test('protected identity', async () => {
    const security = [
      { system: 'http://hl7.se/fhir/ig/base/CodeSystem/SecurityLabel', code: 'skyddadFolkbokforing' },
    ];
    const answers = { '/Patient': bundle([tolvan({ meta: { security } })]) };
    const stated = only(await readAll('patients', answers));
    expect(stated.record.PatientEHRExtract[0].Patient.PatientProtectedId).toBe(true);
    const unstated = only(await readAll('patients', answers, { protectedIdentity: 'not-said' }));
    expect(unstated.record.PatientEHRExtract[0].Patient).not.toHaveProperty('PatientProtectedId');
    expect(unstated.losses).toEqual([]);
  });

  describe('with several names', () => {
    const familyOf = async (...name: object[]) => {
      const { record } = only(await readAll('patients', { '/Patient': bundle([tolvan({ name })]) }));
      return record.PatientEHRExtract[0].Patient.PatientName.PatientFamilyName;
    };

    test.each(cases<[string, object[], string]>('names'))('%s is published', async (_, names, family) => {
      expect(await familyOf(...names)).toBe(family);
    });
  });

  describe('of a relative with protected identity', () => {
    const relationship = [{ text: 'Maka' }];
    const name = { family: 'Hemlig', given: ['Helga'] };
    const related = (members: object) => ({
      resourceType: 'RelatedPerson',
      id: 'r1',
      meta: { security: [{ code: 'sekretessmarkering' }] },
      patient: own,
      relationship,
      name: [name],
      ...members,
    });

    test('only the relation is published', async () => {
      const contact = [{ relationship, name, telecom: [{ system: 'phone', value: '070' }] }];
      const answers = { '/Patient': bundle([tolvan({ contact })]), '/RelatedPerson': bundle([related({})]) };
      const { record } = only(await readAll('patients', answers));
      expect(record.PatientEHRExtract[0].Patient.PatientRelatives).toEqual({
        PatientRelative: [{ PatientRelativeType: 'Maka' }, { PatientRelativeType: 'Maka' }],
      });
      expect(JSON.stringify(record)).not.toContain('Hemlig');
    });

    test.each(cases<[string, object, object?]>('contacts'))(
      'a contact of the same name, %s, is published without name and address',
      async (_, members, contactName = name) => {
        const contact = [
          {
            relationship,
            name: contactName,
            telecom: [{ system: 'phone', value: '0701740605' }],
            address: { line: ['Hemliga gatan 1'] },
          },
        ];
        const answers = {
          '/Patient': bundle([tolvan({ contact })]),
          '/RelatedPerson': bundle([related(members)]),
        };
        const { record, losses } = only(await readAll('patients', answers));
        const text = JSON.stringify(record);
        expect(text).toContain('Maka');
        for (const hidden of ['Hemlig', 'HEMLIG', '0701740605', 'gatan']) expect(text).not.toContain(hidden);
        expect(losses).toContain('withheld Patient/contact');
      },
    );

    test.each<[string, object]>([
      ['without protected identity', { meta: {} }],
      ['of another name', { name: [{ ...name, given: ['Hilda'] }] }],
      ['of another family name', { name: [{ ...name, family: 'Annan' }] }],
      ['whose name has the same letters', { name: [{ text: 'Helgahem Lig' }] }],
    ])('a contact of the same name as a relative %s is published whole', async (_, members) => {
      const contact = [{ relationship, name }];
      const answers = {
        '/Patient': bundle([tolvan({ contact })]),
        '/RelatedPerson': bundle([related(members)]),
      };
      const { record } = only(await readAll('patients', answers));
      expect(record.PatientEHRExtract[0].Patient.PatientRelatives.PatientRelative[0]).toEqual({
        PatientRelativeType: 'Maka',
        PatientRelativeGivenName: 'Helga',
        PatientRelativeFamilyName: 'Hemlig',
        PatientRelativeName: 'Helga Hemlig',
      });
    });
  });

  test('the address of a relative is the first; further ones are counted', async () => {
    const address = [{ line: ['Storgatan 1', 'lgh 2'], city: 'Provstad' }, { city: 'Annanstad' }];
    const person = { resourceType: 'RelatedPerson', id: 'r1', patient: own, address };
    const { record, losses } = only(await readAll('patients', { '/RelatedPerson': bundle([person]) }));
    expect(record.PatientEHRExtract[0].Patient.PatientRelatives.PatientRelative).toEqual([
      { PatientRelativeStreetAddress: 'Storgatan 1, lgh 2', PatientRelativeCity: 'Provstad' },
    ]);
    expect(losses).toEqual(['repeated RelatedPerson/address']);
  });

  test('each withheld relative is counted, for its own reason', async () => {
    const person = (id: string, members: object) => ({
      resourceType: 'RelatedPerson',
      id,
      patient: own,
      name: [{ text: `Anhörig ${id}` }],
      ...members,
    });
    const answers = {
      '/RelatedPerson': bundle([
        person('1', { meta: { security: [{ code: 'NOPAT' }] } }),
        person('2', { meta: { security: [{ code: 'NOPAT' }] } }),
        person('3', { implicitRules: 'http://region.example/rules' }),
        person('4', {}),
        outcome('information', 'suppressed'),
      ]),
    };
    const { record, losses } = only(await readAll('patients', answers));
    expect(record.PatientEHRExtract[0].Patient.PatientRelatives.PatientRelative).toEqual([
      { PatientRelativeName: 'Anhörig 4' },
    ]);
    expect(losses).toEqual([
      'withheld RelatedPerson/meta/security',
      'withheld RelatedPerson/meta/security',
      'withheld RelatedPerson/implicitRules',
      'withheld RelatedPerson',
    ]);
    expect(await readHidden('patients', answers)).toEqual([]);
  });

  test('each of the other records that is withheld is counted, and lends no number', async () => {
    const nopat = { security: [{ code: 'NOPAT' }] };
    const numbered = (id: string, value: string, members: object) =>
      tolvan({
        id,
        identifier: [{ system: 'http://electronichealth.se/identifier/personnummer', value }],
        ...members,
      });
    const link = ['p2', 'p3', 'p4'].map(id => ({ type: 'replaces', other: { reference: `Patient/${id}` } }));
    const answers = {
      '/Patient': bundle([tolvan({ link })]),
      '/Patient/p2': numbered('p2', '191212121220', { meta: nopat }),
      '/Patient/p3': numbered('p3', '191212121238', { meta: nopat }),
      '/Patient/p4': numbered('p4', '19121212-1246', {}),
    };
    const { record, losses } = only(await readAll('patients', answers));
    const { Patient } = record.PatientEHRExtract[0];
    expect(Patient).not.toHaveProperty('PatientConnectedActiveNumbers');
    expect(Patient.PatientConnectedInactiveNumbers).toEqual({
      PatientConnectedInactiveNumber: [{ root: '1.2.752.129.2.1.3.1', extension: '191212121246' }],
    });
    expect(losses).toEqual(['withheld Patient/meta/security', 'withheld Patient/meta/security']);
    expect(await readHidden('patients', answers)).toEqual([]);
  });

  test('a number that is old on one record and active on another is active', async () => {
    const system = 'http://electronichealth.se/identifier/personnummer';
    const [ofBoth, old] = [
      { system, value: '191212121212' },
      { system, value: '191212121220', use: 'old' },
    ];
    const link = [{ type: 'seealso', other: { reference: 'Patient/p2' } }];
    for (const [first, second] of [
      [old, { ...old, use: 'official' }],
      [{ ...old, use: 'official' }, old],
    ]) {
      const { record } = only(
        await readAll('patients', {
          '/Patient': bundle([
            tolvan({ identifier: [ofBoth, first], link }),
            tolvan({ id: 'p2', identifier: [ofBoth, second] }),
          ]),
        }),
      );
      const { Patient } = record.PatientEHRExtract[0];
      expect(Patient.PatientConnectedActiveNumbers).toEqual({
        PatientConnectedActiveNumber: [{ root: '1.2.752.129.2.1.3.1', extension: '191212121220' }],
      });
      expect(Patient).not.toHaveProperty('PatientConnectedInactiveNumbers');
    }
  });

  test('an identifier of the published record is published, one of another record is counted', async () => {
    const identifier = [
      { system: 'http://electronichealth.se/identifier/personnummer', value: '191212121212' },
      { system: 'http://region.example/cards', value: 'K1' },
    ];
    const link = [{ type: 'replaces', other: { reference: 'Patient/p2' } }];
    const { record, losses } = only(
      await readAll('patients', {
        '/Patient': bundle([tolvan({ identifier, link }), tolvan({ id: 'p2', identifier })]),
      }),
    );
    expect(record.PatientEHRExtract[0].Patient.PatientOtherIdentifiers).toEqual({
      PatientOtherIdentifier: [
        {
          PatientOtherIdentifierType: 'http://region.example/cards',
          PatientOtherIdentifierValue: 'K1',
        },
      ],
    });
    expect(losses).toEqual(['unmapped Patient/identifier']);
  });

  test('the extract says which system it comes from, and when it was changed', async () => {
    const answers = { '/Patient': bundle([tolvan({ meta: { lastUpdated: '2026-01-16T08:00:00Z' } })]) };
    const { record } = only(await readAll('patients', answers));
    expect(record.XSDVersion).toEqual({ version: 0.43 });
    expect(record.PatientEHRExtract[0]).toMatchObject({
      ehr_system: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-FHIR' },
      time_created: { value: '20260116090000' },
    });
  });

  test.each(cases<[string, object[], object, string[]]>('phones'))(
    'the phone numbers of a relative: %s',
    async (_, telecom, expected, counted) => {
      const { record, losses } = only(
        await readAll('patients', { '/Patient': bundle([tolvan({ contact: [{ telecom }] })]) }),
      );
      expect(record.PatientEHRExtract[0].Patient.PatientRelatives.PatientRelative).toEqual([expected]);
      expect(losses).toEqual(counted);
    },
  );

  test('the requested number comes first, and old ones are inactive', async () => {
    const system = 'http://electronichealth.se/identifier/personnummer';
    const identifier = [
      { system, value: '19121212-1212' },
      { system, value: '191212121220', use: 'old' },
    ];
    const { record } = only(await readAll('patients', { '/Patient': bundle([tolvan({ identifier })]) }));
    const { Patient } = record.PatientEHRExtract[0];
    expect(Patient.PatientID.extension).toBe(patient);
    expect(Patient.PatientConnectedInactiveNumbers).toEqual({
      PatientConnectedInactiveNumber: [{ root: '1.2.752.129.2.1.3.1', extension: '191212121220' }],
    });
  });
});

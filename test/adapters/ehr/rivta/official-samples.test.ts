// Translates the official mock answers, if they are available, without inventing or silently losing values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import type { PrescriptionRecord } from '../../../../src/domain/records/prescription/prescription.ts';
import { eachLoss } from '../../../support/losses.ts';
import { describeWithReference } from '../../../support/reference.ts';
import { ehrServer } from '../../../support/servers/ehr-server.ts';
import { filled } from '../contract/expected-records.ts';
import { connect } from './support/connect.ts';
import { soap } from './support/soap-server.ts';

/** The expected records, written by hand: contract → the record, or a part of it. */
const expected: Readonly<Record<string, object>> = parse(
  readFileSync(new URL('official-samples.yaml', import.meta.url), 'utf8'),
);

describeWithReference('rivta/samples', 'the official mock answers', folder => {
  const read = async (kind: SourceKind, name: string) => {
    const server = await ehrServer((_received, response) =>
      soap(response, readFileSync(join(folder, `${name}.xml`), 'utf8')),
    );
    const connected = connect(server.url);
    try {
      return await connected.read(kind);
    } finally {
      await connected.close();
      await server.close();
    }
  };

  /** The values that no record has a member for: each path with its number of values. */
  const unmapped = (root: string, paths: Readonly<Record<string, number>>) =>
    Object.entries(paths).flatMap(([path, count]) =>
      Array.from({ length: count }, () => ({ path: `${root}/${path}`, reason: 'unmapped', hides: [] })),
    );
  const codes = (path: string, ...names: string[]) =>
    Object.fromEntries(names.map(name => [`${path}/${name}`, 1]));

  test('GetCareContacts: one contact', async () => {
    expect(await read('contacts', 'GetCareContacts__Only_PatientId')).toEqual([
      { losses: [], record: expected.GetCareContacts },
    ]);
  });

  test('GetCareContacts: none', async () => {
    expect(await read('contacts', 'GetCareContacts__Empty_Response')).toEqual([]);
  });

  test('GetCareContacts: a Fault', async () => {
    await expect(read('contacts', 'GetCareContacts__SoapFault')).rejects.toMatchObject({
      code: 'ehr-unusable',
      reason: 'ehr-fault',
      message: 'a Fault (Server)',
    });
  });

  test('GetMedicationHistory: an invalid request', async () => {
    await expect(read('prescriptions', 'GetMedicationHistory__INVALID_REQUEST')).rejects.toMatchObject({
      code: 'ehr-unusable',
      reason: 'ehr-result-error',
      message: 'result ERROR (INVALID_REQUEST)',
    });
  });

  test('GetCareDocumentation: two notes', async () => {
    const note = (id: string, [written, version, signed]: readonly [string, string, string]) => ({
      // The document's title equals the note's.
      titles: ['title'],
      losses: unmapped('careDocumentation/careDocumentationHeader', {
        'legalAuthenticator/legalAuthenticatorHSAId': 1,
      }),
      record: filled(expected.GetCareDocumentation, { id, written, version, signed }),
    });
    expect(await read('journalNotes', 'GetCareDocumentation__Only_PatientId')).toEqual([
      note('774411', ['20130718173200', '20130617173200', '20130615173200']),
      note('774412', ['20130719173200', '20130717183200', '20130716173200']),
    ]);
  });

  test('GetAlertInformation: one signal', async () => {
    const severity = 'alertInformationBody/hypersensitivity/degreeOfSeverity';
    const certainty = 'alertInformationBody/hypersensitivity/degreeOfCertainty';
    const product =
      'alertInformationBody/hypersensitivity/pharmaceuticalHypersensitivity/pharmaceuticalProductId';
    const identified = ['code', 'codeSystem', 'codeSystemName'];
    expect(await read('attentionSignals', 'GetAlertInformation__BasicResponse')).toEqual([
      {
        losses: unmapped('alertInformation', {
          'alertInformationHeader/legalAuthenticator/legalAuthenticatorHSAId': 1,
          'alertInformationHeader/legalAuthenticator/legalAuthenticatorName': 1,
          'alertInformationHeader/careContactId': 1,
          ...codes('alertInformationBody/typeOfAlertInformation', ...identified),
          ...codes(severity, ...identified, 'codeSystemVersion'),
          ...codes(certainty, ...identified, 'codeSystemVersion'),
          ...codes(product, ...identified),
        }),
        record: expected.GetAlertInformation,
      },
    ]);
  });

  test('GetMedicationHistory: one prescription', async () => {
    // Its drug is in the administration, not in the prescription.
    const [found, ...others] = await read('prescriptions', 'GetMedicationHistory__Only_PatientId');
    expect(others).toEqual([]);
    const role = (name: string) =>
      codes(`${name}/healthcareProfessionalRoleCode`, 'codeSystemName', 'codeSystemVersion');
    const words = ['codeSystem', 'codeSystemName', 'codeSystemVersion'];
    const prescription = {
      prescriptionId: 2,
      prescriptionStatus: 1,
      additionalPrescriptionReason: 6,
      precedingPrescriptionId: 2,
      succeedingPrescriptionId: 2,
      'prescriber/authorTime': 1,
      ...role('prescriber'),
      'prescriber/healthcareProfessionalOrgUnit': 6,
      'evaluator/authorTime': 1,
      ...role('evaluator'),
      'evaluator/healthcareProfessionalOrgUnit': 6,
      ...codes('endOfTreatmentReason', ...words),
      selfMedication: 1,
    };
    const body = 'medicationMedicalRecordBody/medicationPrescription';
    const inBody = Object.entries(prescription).map(([path, count]) => [`${body}/${path}`, count]);
    expect(eachLoss(found?.losses ?? [])).toEqual(
      expect.arrayContaining(
        unmapped('medicationMedicalRecord', {
          'medicationMedicalRecordHeader/documentTitle': 1,
          'medicationMedicalRecordHeader/legalAuthenticator': 2,
          ...Object.fromEntries(inBody),
          [`${body}/dispensationAuthorization/validUntil`]: 1,
          [`${body}/administration/administrationTime`]: 2,
        }),
      ),
    );
    const [extract] = ((found?.record ?? {}) as PrescriptionRecord).PrescriptionEHRExtract ?? [];
    const { MainProductTreatment, PrescriptionDosages, ...rest } = extract?.Prescription ?? {};
    expect(MainProductTreatment).toEqual({ PrescriptionProductTradeName: '?' });
    expect(PrescriptionDosages?.DosagePlugin?.[0]?.IX3Dosage?.DosageText).toBe(
      'Doseringen kan inte visas i sin helhet: fråga vården.',
    );
    expect({ ...extract, Prescription: rest }).toEqual(expected.GetMedicationHistory);
  });
});

// Translates the official mock answers, if they are available, without inventing or silently losing values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import type { PrescriptionRecord } from '../../../../src/domain/records/prescription/prescription.ts';
import { eachLoss } from '../../../support/losses.ts';
import { describeWithReference } from '../../../support/reference.ts';
import { ehrServer } from '../../../support/servers/ehr-server.ts';
import { connect } from './support/connect.ts';
import { soap } from './support/soap-server.ts';

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

  const hsa = (extension: string) => ({ root: '1.2.752.129.2.1.4.1', extension });
  const patientId = { root: '1.2.752.129.2.1.3.1', extension: '191212121212' };
  const at = (value: string) => ({ value });
  const something = { UnitID: hsa('?') };

  /** The values that no record has a member for: each path with its number of values. */
  const unmapped = (root: string, paths: Readonly<Record<string, number>>) =>
    Object.entries(paths).flatMap(([path, count]) =>
      Array.from({ length: count }, () => ({ path: `${root}/${path}`, reason: 'unmapped', hides: [] })),
    );
  const codes = (path: string, ...names: string[]) =>
    Object.fromEntries(names.map(name => [`${path}/${name}`, 1]));

  test('GetCareContacts: one contact', async () => {
    const unit = { unitID: hsa('?') };
    expect(await read('contacts', 'GetCareContacts__Only_PatientId')).toEqual([
      {
        losses: [],
        record: {
          contactEHRExtract: [
            {
              timeCreated: at('20260115101500'),
              contact: {
                rcId: { extension: 'cc-0001' },
                contactInternalID: 'cc-0001',
                contactVersionDateTime: at('20260115101500'),
                contactBeginDateTime: at('20120101100000'),
                contactEndDateTime: at('20121231100000'),
              },
              patient: { patientID: patientId },
              units: {
                unit: [
                  { ...unit, unitName: '?' },
                  { ...unit, unitName: '?' },
                ],
              },
              contactPerformingUnit: unit,
              contactAccessZoneUnit: unit,
              contactHeadCareProviderUnit: unit,
              careProviders: { careProvider: [{ careProviderID: hsa('?'), careProviderName: '?' }] },
            },
          ],
        },
      },
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
      record: {
        XSDVersion: { version: 0.23 },
        JournalNoteEHRExtract: [
          {
            ehr_system: hsa('123'),
            time_created: at(version),
            Note: {
              NoteId: { extension: id },
              NoteDateTime: at(written),
              NoteVersionDateTime: at(version),
              NoteSignDateTime: at(signed),
              NoteTypeOfNote: 'Utredning',
              NoteTemplateName: 'title',
              NoteActive: true,
              Records: {
                Record: [{ Keyword: 'title', Value: [{ $self: 'text', JournalValueType: 'Text' }] }],
              },
            },
            Patient: { PatientID: patientId },
            CareUnit: { UnitID: hsa('SE2321000016-1003') },
            AccessZoneUnit: { UnitID: hsa('SE2321000016-1003') },
            ResponsibleUnit: { UnitID: hsa('987') },
            HeadCareproviderUnit: { UnitID: hsa('987') },
            Units: { Unit: [{ UnitID: hsa('987'), UnitName: 'Kliniken' }] },
            CareProviders: {
              CareProvider: [
                {
                  CareProviderID: hsa('456'),
                  ProviderPosition: {
                    CareProviderPositionID: { root: '344', extension: '5' },
                    CareProviderPositionName: 'testcode',
                  },
                },
              ],
            },
            HCMContact: { target_id: { extension: '555' } },
          },
        ],
      },
    });
    expect(await read('journalNotes', 'GetCareDocumentation__Only_PatientId')).toEqual([
      note('774411', ['20130718173200', '20130617173200', '20130615173200']),
      note('774412', ['20130719173200', '20130717183200', '20130716173200']),
    ]);
  });

  test('GetAlertInformation: one signal', async () => {
    const found = at('20111111111111');
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
        record: {
          AttentionSignalEHRExtract: [
            {
              ehr_system: hsa('?'),
              time_created: found,
              AttentionSignal: {
                RcId: { extension: 'doc-00010' },
                SignalVersionDateTime: found,
                SignalVerifiedDateTime: '20111111111111',
                SignalSignDateTime: found,
                SignalDeletionDate: found,
                SignalDeletionComment: '?',
                SignalWarningSubType: 'Överkänslighet, Överkänslighet avs. födoämne',
                HypersensitivityType: {
                  Heading: '?, Ipren',
                  Severity: 'Livshotande',
                  Certitude: 'Konstaterad',
                  Agent: ['?', 'Ipren'],
                  Comment: '?',
                },
              },
              Patient: { PatientID: patientId },
              CareUnit: something,
              AccessZoneUnit: something,
              ResponsibleUnit: something,
              HeadCareproviderUnit: something,
              Units: {
                Unit: [
                  {
                    UnitID: hsa('?'),
                    UnitName: '?',
                    PhoneNumbers: { Phone: [{ PhoneNumber: '?' }] },
                    EmailAddresses: { Email: [{ EmailAddress: '?' }] },
                    UnitAddresses: {
                      UnitAddress: [{ UnitAddressAddress: '?', UnitAddressGeographicalPlace: '?' }],
                    },
                  },
                ],
              },
              CareProviders: {
                CareProvider: [
                  {
                    CareProviderID: hsa('?'),
                    CareProviderName: '?',
                    ProviderPosition: { CareProviderPositionName: 'Överläkare' },
                  },
                ],
              },
            },
          ],
        },
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
    const provider = {
      CareProviderID: hsa('?'),
      CareProviderName: '?',
      CareProviderPosition: {
        // Its name only repeats its code.
        CareProviderPositionID: { root: '?', extension: '?' },
      },
    };
    expect({ ...extract, Prescription: rest }).toEqual({
      ehr_system: hsa('?'),
      time_created: at('20130802122322'),
      Prescription: {
        rc_id: { extension: '774411' },
        MedicationTreatmentId: { root: '?', extension: '?' },
        MedicationTreatmentStatusDetail: { TreatmentStatus: 'DISCONTINUED' },
        // A discontinuation. Its status is "Active" because it is the last of its chain.
        MedicationActive: false,
        ReplacedByLatest: false,
        PrescriptionType: 'Utsättning',
        PrescriptionVersionDateTime: at('20130802122322'),
        PrescriptionStartDateTime: at('20120101121212'),
        PrescriptionEndDateTime: at('20120101121212'),
        FollowUpDateTime: at('20120101121212'),
        PrescriptionReasonText: '?',
        PrescriptionPatientInstruction: '?',
        TreatmentGoal: '?',
      },
      Patient: { PatientId: patientId, BirthDate: at('20120101') },
      Units: {
        UnitData: [
          {
            UnitID: hsa('?'),
            UnitName: '?',
            PhoneNumbers: { PhoneData: [{ PhoneNumber: '?' }] },
            EmailAddresses: { EmailData: [{ EmailAddress: '?' }] },
            UnitAddresses: {
              UnitAddressData: [{ UnitAddressAddress: '?', UnitAddressGeographicalPlace: '?' }],
            },
          },
        ],
      },
      ResponsibleUnit: something,
      AccessZoneUnit: something,
      HeadCareproviderUnit: something,
      CareProviders: {
        CareProviders: [
          {
            CareProvider: [
              { CareProviderType: 'prescriber', ...provider },
              { CareProviderType: 'evaluator', ...provider },
              {
                CareProviderID: hsa('?'),
                CareProviderName: '?',
                CareProviderPosition: {
                  CareProviderPositionID: { root: '1.2.752.129.2.2.1.4', extension: '1' },
                  CareProviderPositionName: '1.2.752.129.2.2.1.4',
                },
              },
            ],
          },
        ],
      },
      HCMContact: { rc_id: { extension: '?' } },
    });
  });
});

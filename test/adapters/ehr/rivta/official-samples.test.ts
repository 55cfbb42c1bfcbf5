// The official mock answers, where they are there: translated without an invented value, and with none lost in silence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RecordKind } from '../../../../src/domain/records/index.ts';
import { ehrServer } from '../../../support/ehr-server.ts';
import { describeWithReference } from '../../../support/reference.ts';
import { connect } from './connect.ts';
import { soap } from './soap-server.ts';

describeWithReference('rivta/samples', 'the official mock answers', folder => {
  const read = async (kind: RecordKind, name: string) => {
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
      message: 'a Fault (Server)',
    });
  });

  test('GetMedicationHistory: an invalid request', async () => {
    await expect(read('prescriptions', 'GetMedicationHistory__INVALID_REQUEST')).rejects.toMatchObject({
      code: 'ehr-unusable',
      message: 'result ERROR (INVALID_REQUEST)',
    });
  });

  test('GetCareDocumentation: two notes', async () => {
    const note = (id: string, [written, version, signed]: readonly [string, string, string]) => ({
      losses: [],
      record: {
        JournalNoteEHRExtract: [
          {
            ehr_system: hsa('123'),
            time_created: at(version),
            Note: {
              NoteId: { extension: id },
              NoteDateTime: at(written),
              NoteVersionDateTime: at(version),
              NoteSignDateTime: at(signed),
              NoteTypeOfNote: 'utr',
              NoteTemplateName: 'title',
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
    expect(await read('attentionSignals', 'GetAlertInformation__BasicResponse')).toEqual([
      {
        losses: [],
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
                SignalWarningSubType: 'Överkänslighet',
                HypersensitivityType: {
                  Heading: 'Överkänslighet avs. födoämne',
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
    // Its drug stands with what was given, not with what is prescribed.
    expect(await read('prescriptions', 'GetMedicationHistory__Only_PatientId')).toEqual([
      {
        losses: ['prescriptionNote', 'additionalPrescriptionReason'].map(name => ({
          path: `medicationMedicalRecord/medicationMedicalRecordBody/medicationPrescription/${name}`,
          reason: 'out-of-bounds',
        })),
        record: {
          PrescriptionEHRExtract: [
            {
              ehr_system: hsa('?'),
              time_created: at('20130802122322'),
              Prescription: {
                rc_id: { extension: '774411' },
                MedicationTreatmentId: { root: '?', extension: '?' },
                MedicationActive: true,
                ReplacedByLatest: false,
                PrescriptionType: 'U',
                PrescriptionVersionDateTime: at('20130802122322'),
                PrescriptionStartDateTime: at('20120101121212'),
                PrescriptionEndDateTime: at('20120101121212'),
                PrescriptionReasonText: '?',
                TreatmentGoal: '?',
              },
              Patient: { PatientId: patientId, BirthDate: at('20120101'), Gender: '?' },
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
            },
          ],
        },
      },
    ]);
  });
});

// HL7's official examples (CC0) with the expected records, written by hand. They show structures rather than realistic data:
// their references cannot be resolved. They are not part of the project, like all reference material.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { withEachLoss } from '../../../support/losses.ts';
import { describeWithReference } from '../../../support/reference.ts';
import { bundle, json, tolvan } from './support/fhir-server.ts';
import { only, openAt, type Read, readAll } from './support/read-all.ts';

describeWithReference('fhir/samples', 'the official samples', folder => {
  // biome-ignore lint/suspicious/noExplicitAny: resources of every type.
  const sample = (name: string): any => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

  /** Reads a sample; the server's patient has the id that the sample refers to. */
  const readSample = async (kind: SourceKind, name: string, own: object = {}): Promise<Read> => {
    const resource = sample(name);
    const id = (resource.subject ?? resource.patient).reference.slice('Patient/'.length);
    return only(
      await readAll(
        kind,
        { '/Patient': bundle([{ ...tolvan(), id }]), [`/${resource.resourceType}`]: bundle([resource]) },
        own,
      ),
    );
  };

  const patientId = { root: '1.2.752.129.2.1.3.1', extension: '191212121212' };
  const ehr_system = { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-FHIR' };
  const at = (value: string) => ({ value });

  /** How many values are unmapped, by their paths below the resource. */
  const unmappedIn = (losses: readonly string[]) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(losses, loss => loss)).flatMap(([loss, same = []]) => {
        const [, path] = /^unmapped [^/]+\/(.+)$/.exec(loss) ?? [];
        return path === undefined ? [] : [[path, same.length]];
      }),
    );
  const lostIn = (losses: readonly string[]) =>
    losses.filter(loss => !loss.startsWith('unmapped ')).toSorted();

  test('AllergyIntolerance', async () => {
    const { record, losses } = await readSample('attentionSignals', 'AllergyIntolerance');
    expect(record).toEqual({
      AttentionSignalEHRExtract: [
        {
          ehr_system,
          AttentionSignal: {
            RcId: { extension: 'AllergyIntolerance/example' },
            SignalVerifiedDateTime: '20040101000000',
            SignalActive: true,
            SignalWarningSubType: 'Födoämne',
            HypersensitivityType: {
              Heading: 'Cashew nuts',
              Severity: 'Hög risk',
              Certitude: 'Bekräftad',
              Agent: ['Cashew nuts', 'cashew nut allergenic extract Injectable Product'],
              ReactionTypes: ['Anaphylactic reaction', 'Urticaria'],
              Reaction:
                'Challenge Protocol. Severe reaction to subcutaneous cashew extract. Epinephrine administered (svår)\n' +
                'Urticaria (måttlig)',
              Comment:
                'The criticality is high becasue of the observed anaphylactic reaction when challenged with cashew extract.\n' +
                'The patient reports that the onset of urticaria was within 15 minutes of eating cashews.',
            },
          },
          Patient: { PatientID: patientId, PatientInternalID: 'example', PatientProtectedId: false },
        },
      ],
    });
    expect(lostIn(losses)).toEqual([
      // The recorder cannot be resolved and has no name; the asserter is the patient.
      'unreadable AllergyIntolerance/onsetDateTime',
      'unreadable AllergyIntolerance/recorder',
    ]);
    expect(unmappedIn(losses)).toEqual({
      identifier: 2,
      type: 1,
      asserter: 1,
      recordedDate: 1,
      lastOccurrence: 1,
      'reaction/onset': 2,
      'reaction/exposureRoute': 3,
    });
  });

  test('Appointment', async () => {
    const { record, losses } = only(
      await readAll('appointments', {
        '/Patient': bundle([{ ...tolvan(), id: 'example' }]),
        '/Appointment': bundle([sample('Appointment')]),
      }),
    );
    expect(losses).toEqual([]);
    expect(withEachLoss(record.appointments)).toEqual([
      {
        booking: {
          ContactId: 'example',
          StartTime: '2013-12-10 10:00',
          TypedStartDateTime: '2013-12-10T09:00:00Z',
          PerformingUnit: { Name: 'South Wing, second floor' },
          Any: [
            {
              status: 'booked',
              end: '2013-12-10 12:00',
              service: 'General Discussion',
              appointmentType: 'A follow up visit from a previous appointment',
              description: 'Discussion on the results of your recent MRI',
              practitioner: 'Dr Adam Careful',
            },
          ],
        },
        start: '20131210100000',
        state: 'BOOKED',
        payment: 'UNPAID',
        // The place has only a name, so its unit is unknown.
        losses: [
          { path: 'Appointment/participant', reason: 'unreadable', hides: ['unit'] },
          ...Object.entries({
            serviceCategory: 3,
            specialty: 3,
            reasonReference: 2,
            priority: 1,
            created: 1,
            comment: 1,
            basedOn: 1,
          }).flatMap(([name, count]) =>
            Array.from({ length: count }, () => ({
              path: `Appointment/${name}`,
              reason: 'unmapped',
              hides: [],
            })),
          ),
          ...['required', 'required', 'required', 'status', 'status', 'status', 'type', 'type'].map(name => ({
            path: `Appointment/participant/${name}`,
            reason: 'unmapped',
            hides: [],
          })),
        ],
      },
    ]);
    expect(JSON.stringify(record)).not.toContain('MRI and determine');
  });

  test('Encounter', async () => {
    const { record, losses } = await readSample('contacts', 'Encounter');
    expect(record).toEqual({
      contactEHRExtract: [
        {
          ehrSystem: ehr_system,
          contact: {
            rcId: { extension: 'Encounter/f203' },
            contactInternalID: 'f203',
            contactTypeOfVisit: 'Inpatient stay for nine days',
            contactVisitType: 'Slutenvård',
            contactCategory1:
              'The patient seems to suffer from bilateral pneumonia and renal insufficiency, most likely due to chemotherapy.',
            contactStatus: 'PERFORMED',
            contactStatusConfigurationId: 'finished',
            contactActive: true,
            contactBeginDateTime: at('20130311000000'),
            contactEndDateTime: at('20130320235959'),
          },
          patient: { patientID: patientId, patientInternalID: 'f201', patientProtectedId: false },
        },
      ],
    });
    expect(unmappedIn(losses)).toEqual({
      account: 1,
      appointment: 1,
      basedOn: 1,
      diagnosis: 9,
      episodeOfCare: 1,
      'hospitalization/admitSource': 3,
      'hospitalization/dietPreference': 3,
      'hospitalization/origin': 1,
      'hospitalization/reAdmission': 1,
      'hospitalization/specialArrangement': 3,
      'hospitalization/specialCourtesy': 3,
      identifier: 2,
      partOf: 1,
      priority: 3,
      statusHistory: 2,
    });
    expect(lostIn(losses)).toEqual([
      'unreadable Encounter/hospitalization/destination',
      'unreadable Encounter/participant/individual',
      'unreadable Encounter/serviceProvider',
    ]);
  });

  test('MedicationRequest', async () => {
    const { record, losses } = await readSample('prescriptions', 'MedicationRequest');
    const swallow = 'Swallow - dosing instruction imperative (qualifier value)';
    // Its structure says four times a day in the place of four days.
    const line = 'Doseringen kan inte visas i sin helhet: fråga vården.';
    const dosage = (DosageOrder: number, ...lines: readonly string[]) => ({
      IX3Dosage: { DosageOrder, DosageText: [...lines, line].join('\n') },
    });
    expect(record).toEqual({
      XSDVersion: { version: 0.32 },
      PrescriptionEHRExtract: [
        {
          ehr_system,
          Prescription: {
            rc_id: { extension: 'MedicationRequest/medrx0302' },
            MedicationTreatmentId: { root: 'http://www.bmc.nl/portal/prescriptions', extension: '12345689' },
            PrescriptionVersionDateTime: at('20150115000000'),
            MedicationTreatmentStatusDetail: { TreatmentStatus: 'ACTIVE' },
            MedicationActive: true,
            PrescriptionPatientInstruction: 'Patient told to take with food',
            PrescriptionReasonText: "Traveller's Diarrhea (disorder)",
            // The second dosage has no method.
            RouteDetail: { routeCode: '26643006', name: 'Oral Route' },
            MainProductTreatment: { PrescriptionProductTradeName: 'Azithromycin 250mg capsule (product)' },
            PrescriptionDosages: {
              DosagePlugin: [
                dosage(1, 'Two tablets at once', 'With or after food', swallow),
                dosage(2, 'One tablet daily for 4 days', 'With or after food'),
              ],
            },
          },
          Patient: { PatientId: patientId, PatientInternalID: 'pat1', PatientProtectedId: false },
          CareProviders: {
            CareProviders: [
              { CareProvider: [{ CareProviderType: 'requester', CareProviderName: 'Patrick Pump' }] },
            ],
          },
          HCMContact: { rc_id: { extension: 'Encounter/f001' } },
        },
      ],
    });
    // The sample's Encounter is not beside it.
    const notWhole = 'out-of-bounds MedicationRequest/dosageInstruction';
    expect(lostIn(losses)).toEqual([notWhole, notWhole, 'unreadable MedicationRequest/encounter']);
    expect(unmappedIn(losses)).toEqual({
      supportingInformation: 1,
      'dosageInstruction/doseAndRate': 14,
      'dosageInstruction/timing/repeat/frequency': 2,
      'dosageInstruction/timing/repeat/period': 2,
      'dosageInstruction/timing/repeat/periodUnit': 2,
      dispenseRequest: 11,
      substitution: 4,
    });
  });

  test('Composition', async () => {
    const { record, losses } = await readSample('journalNotes', 'Composition');
    const value = ($self: string) => [{ $self, JournalValueType: 'Text' }];
    const clinic = { UnitName: 'Good Health Clinic' };
    expect(record).toEqual({
      XSDVersion: { version: 0.23 },
      JournalNoteEHRExtract: [
        {
          ehr_system,
          Note: {
            NoteId: { extension: 'Composition/example' },
            NoteVersionDateTime: at('20120104101014'),
            NoteDateTime: at('20100718000000'),
            NoteSignDateTime: at('20120104101014'),
            NoteTypeOfNote: 'Konsultationsanteckning',
            NoteTemplateName: 'Consultation Note',
            NoteActive: true,
            Records: {
              Record: [
                {
                  Keyword: 'History of present illness',
                  KeywordToolType: 'TextTool',
                  Value: value(
                    [
                      'Code\tDate\tType\tBodySite\tSeverity',
                      'Stroke\t2010-07-18\tDiagnosis',
                      'Burnt Ear\t2012-05-24\tDiagnosis\tLeft Ear',
                      'Asthma\t2012-11-12\tFinding\t\tMild',
                    ].join('\n'),
                  ),
                },
                {
                  Keyword: 'History of family member diseases',
                  KeywordToolType: 'TextTool',
                  Value: value('History of family member diseases - not available'),
                },
              ],
            },
          },
          Patient: { PatientID: patientId, PatientInternalID: 'xcda', PatientProtectedId: false },
          Units: { Unit: [clinic] },
          CareProviders: {
            CareProvider: [
              { CareProviderType: 'author', CareProviderName: 'Harold Hippocrates, MD' },
              { CareProviderType: 'legal', CareProviderName: 'Harold Hippocrates, MD' },
            ],
          },
          HCMContact: { target_id: { extension: 'Encounter/xcda' }, HCMContacInternaltID: 'xcda' },
        },
      ],
    });
    expect(lostIn(losses)).toEqual([
      'unreadable Composition/custodian',
      'unreadable Composition/encounter',
      'withheld Composition/section/emptyReason',
    ]);
    expect(unmappedIn(losses)).toEqual({
      category: 3,
      'event/code': 3,
      'event/detail': 1,
      'event/period/end': 1,
      identifier: 2,
      relatesTo: 5,
      'section/code': 6,
      'section/mode': 2,
      'section/orderedBy': 3,
    });
  });

  test('DocumentReference', async () => {
    const { record, losses } = await readSample('journalNotes', 'DocumentReference');
    expect(record).toEqual({
      XSDVersion: { version: 0.23 },
      JournalNoteEHRExtract: [
        {
          ehr_system,
          Note: {
            NoteId: { extension: 'DocumentReference/example' },
            NoteVersionDateTime: at('20051223234341'),
            NoteDateTime: at('20041222220000'),
            NoteSecrecyLevels: { SecrecyLevel: ['V'] },
            NoteTypeOfNote: 'Outpatient Note',
            NoteTemplateName: 'Physical',
            NoteActive: true,
            // HL7 CDA is XML, which is not readable text for a patient.
            Records: {
              Record: [
                { Keyword: 'Physical', KeywordToolType: 'Other', Value: [{ JournalValueType: 'Document' }] },
              ],
            },
          },
          Patient: { PatientID: patientId, PatientInternalID: 'xcda', PatientProtectedId: false },
          CareProviders: {
            CareProvider: [
              {
                CareProviderType: 'author',
                CareProviderName: 'Gerald Smitty',
              },
            ],
          },
          HCMContact: { target_id: { extension: 'Encounter/xcda' }, HCMContacInternaltID: 'xcda' },
        },
      ],
    });
    expect(lostIn(losses)).toEqual([
      'unreadable DocumentReference/author',
      'unreadable DocumentReference/content',
      'unreadable DocumentReference/context/encounter',
      'unreadable DocumentReference/custodian',
    ]);
    expect(unmappedIn(losses)).toEqual({
      category: 3,
      'content/attachment/creation': 1,
      'content/attachment/hash': 1,
      'content/attachment/language': 1,
      'content/attachment/size': 1,
      'content/format': 3,
      'context/event': 3,
      'context/facilityType': 3,
      'context/period/end': 1,
      'context/practiceSetting': 3,
      'context/related': 3,
      'context/sourcePatientInfo': 1,
      identifier: 2,
      masterIdentifier: 2,
      relatesTo: 2,
    });
  });

  test('a page that links to the next: both are read, and empty included resources add nothing', async () => {
    const page = sample('Bundle__searchset_next_include');
    const second = { ...page.entry[0].resource, id: '3124', medicationReference: { display: 'Exemplipin' } };
    const { read, server } = await openAt(
      {
        '/Patient': bundle([{ ...tolvan(), id: '347' }]),
        '/MedicationRequest': ({ query }, response) =>
          json(response, query.has('page') ? bundle([second]) : page),
      },
      { own: { knownAs: ['https://example.com/base'] } },
    );
    const found = await read('prescriptions');
    expect(found).toEqual([
      {
        record: {
          XSDVersion: { version: 0.32 },
          PrescriptionEHRExtract: [
            {
              ehr_system,
              Prescription: { rc_id: { extension: 'MedicationRequest/3123' } },
              Patient: { PatientId: patientId, PatientInternalID: '347', PatientProtectedId: false },
            },
          ],
        },
        losses: [],
      },
      {
        record: {
          XSDVersion: { version: 0.32 },
          PrescriptionEHRExtract: [
            {
              ehr_system,
              Prescription: {
                rc_id: { extension: 'MedicationRequest/3124' },
                MainProductTreatment: { PrescriptionProductTradeName: 'Exemplipin' },
              },
              Patient: { PatientId: patientId, PatientInternalID: '347', PatientProtectedId: false },
            },
          ],
        },
        losses: [],
      },
      // Its `total` is 3.
      { record: undefined, losses: [] },
    ]);
    expect(server.received.at(-1)?.query.get('searchId')).toBe('ff15fd40-ff71-4b48-b366-09c706bed9d0');
  });

  test('a Swedish patient with protected identity', async () => {
    const number = '200001252386';
    const { read } = await openAt({ '/Patient': bundle([sample('Patient__Sweden_protected')]) });
    const [found] = await read('patients', { patient: number as never });
    expect(found).toEqual({
      isProtected: true,
      record: {
        XSDVersion: { version: 0.43 },
        PatientEHRExtract: [
          {
            ehr_system,
            Patient: {
              rc_id: { extension: 'Patient/PatientExample200001252386' },
              PatientID: { root: '1.2.752.129.2.1.3.1', extension: number },
              PatientInternalID: 'PatientExample200001252386',
              PatientProtectedId: true,
              PatientName: {
                PatientFamilyName: 'Skyddad uppgift',
                PatientMiddleName: 'Skyddad uppgift',
                PatientGivenName: [{ value: 'Skyddad uppgift' }],
              },
              PatientBirthDate: at('20000125'),
              PatientSex: 'F',
              PatientAddresses: {
                PatientAddress: [
                  {
                    PatientAddressType: 'särskild postadress',
                    PatientAddressStreet: 'Förmedlingsuppdrag, Box 2820',
                    PatientAddressPostcode: '40320',
                    PatientAddressCity: 'GÖTEBORG',
                  },
                ],
              },
            },
          },
        ],
      },
      losses: [],
    });
  });
});

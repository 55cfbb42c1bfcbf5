import type { JournalNoteRecord } from '../journal-note.ts';
import { exampleHead } from './extract-head.ts';

export const journalNoteExample: JournalNoteRecord = {
  XSDVersion: { version: 0.21 },
  JournalNoteEHRExtract: [
    {
      ...exampleHead,
      Note: {
        NoteId: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:JournalNoteId:58723' },
        NoteVersionDateTime: { value: '20260115100500' },
        NoteDateTime: { value: '20260115093000' },
        NoteTemplateName: 'Mottagningsbesök',
        NoteTypeOfNote: 'Besöksanteckning',
        NoteSignDateTime: { value: '20260115101000' },
        Records: {
          Record: [
            {
              Keyword: 'Aktuellt',
              KeywordToolType: 'TextTool',
              Value: [
                {
                  $self: 'Torr hosta sedan två veckor.\nIngen feber, äter och sover som vanligt.',
                  JournalValueType: 'Text',
                },
              ],
            },
            {
              Keyword: 'Blodtryck',
              KeywordToolType: 'BloodPressureTool',
              OtherValue: {
                ArchetypeRecords: {
                  ArchetypeRecord: [
                    {
                      ArchetypeId: 'openEHR-EHR-OBSERVATION.blood_pressure.v1',
                      Name: 'Blodtryck',
                      EventDateTime: { startDateTime: { value: '20260115094000' } },
                      ArchetypeRecord: [
                        { Name: 'Systoliskt', DataType: 'Quantity', Magnitude: '135', Unit: 'mmHg' },
                        { Name: 'Diastoliskt', DataType: 'Quantity', Magnitude: '85', Unit: 'mmHg' },
                      ],
                    },
                  ],
                },
              },
            },
          ],
        },
        NoteActive: true,
      },
      Patient: {
        PatientID: { root: '1.2.752.129.2.1.3.1', extension: '191212121212' },
        PatientProtectedId: false,
        PatientName: {
          PatientFamilyName: 'Tolvansson',
          PatientGivenName: [{ qualifier: 'CL', value: 'Tolvan' }],
        },
      },
      CareUnit: { UnitID: { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-1A2B' } },
      CareProviders: {
        CareProvider: [
          {
            CareProviderType: 'Läkare',
            CareProviderName: 'Påhittad Läkarsson',
            ProviderPosition: { CareProviderPositionName: 'Distriktsläkare' },
          },
        ],
      },
      HCMContact: {
        target_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:RcId:Contact:59062' },
        HCMContactBegin: { value: '20260115093000' },
        HCMContactStatus: 'Ankommen',
        HCMContactType: 'Besök',
      },
    },
  ],
};

// JournalNoteRecord (operation 10).
import Type, { type Static } from 'typebox';
import {
  CareProviderPosition,
  careProviderMembers,
  ExtractPatient,
  extractHead,
  Id,
  list,
  members,
  refer,
  Secrecy,
  Time,
  UnitIds,
  unitMembers,
  XSDVersion,
} from './shared/common.ts';

export type ArchetypeRecord = Partial<{
  ArchetypeId: string;
  Name: string;
  EventDateTime: Partial<{ startDateTime: { value?: string }; endDateTime: { value?: string } }>;
  DataType: string;
  Magnitude: string;
  Unit: string;
  Range: string;
  ArchetypeRecord: ArchetypeRecord[];
}>;

/** A measured value, or a group of them: leaves have a magnitude, groups nest. */
export const ArchetypeRecord = Type.Partial(
  Type.Object({
    ArchetypeId: Type.String(),
    Name: Type.String(),
    EventDateTime: members({ startDateTime: Time, endDateTime: Time }),
    DataType: Type.String(),
    Magnitude: Type.String(),
    Unit: Type.String(),
    Range: Type.String(),
    ArchetypeRecord: Type.Array(Type.Unsafe<ArchetypeRecord>({ $ref: 'ArchetypeRecord#' })),
  }),
  { $id: 'ArchetypeRecord' },
);

export type NoteRecord = Partial<{
  Keyword: string;
  KeywordToolType: string;
  Value: Partial<{ $self: string; JournalValueType: string }>[];
  JournalValueType: string;
  Unit: string[];
  Range: string[];
  KeywordSecrecyLevels: Partial<{ SecrecyLevel: string[] }>;
  OtherValue: Partial<{ ArchetypeRecords: Partial<{ ArchetypeRecord: ArchetypeRecord[] }> }>;
  Record: NoteRecord[];
}>;

/** One keyword of a note with its values, and the keywords below it. */
export const NoteRecord = Type.Partial(
  Type.Object({
    Keyword: Type.String(),
    KeywordToolType: Type.String({ examples: ['TextTool', 'NumericTool', 'FixValueTool'] }),
    Value: Type.Array(
      members({
        $self: Type.String({ description: 'The text of the value.' }),
        JournalValueType: Type.String({ examples: ['Text', 'Numeric', 'Fixed'] }),
      }),
    ),
    JournalValueType: Type.String(),
    Unit: Type.Array(Type.String()),
    Range: Type.Array(Type.String()),
    KeywordSecrecyLevels: Secrecy.levels,
    OtherValue: members({ ArchetypeRecords: list('ArchetypeRecord', refer(ArchetypeRecord)) }),
    Record: Type.Array(Type.Unsafe<NoteRecord>({ $ref: 'NoteRecord#' })),
  }),
  { $id: 'NoteRecord' },
);

export const JournalNoteExtract = members({
  ...extractHead,
  Note: members({
    NoteId: Id,
    NoteVersionDateTime: Time,
    NoteDateTime: Time,
    NoteTemplateName: Type.String(),
    NoteTypeOfNote: Type.String(),
    NoteSignDateTime: Time,
    NoteSecrecyLevels: Secrecy.levels,
    Records: list('Record', refer(NoteRecord)),
    NoteActive: Type.Boolean(),
    NoteInactiveReason: Type.String(),
  }),
  Patient: ExtractPatient,
  Units: list('Unit', members(unitMembers)),
  CareUnit: UnitIds,
  ResponsibleUnit: UnitIds,
  AccessZoneUnit: UnitIds,
  HeadCareproviderUnit: UnitIds,
  CareProviders: list(
    'CareProvider',
    members({ ...careProviderMembers, ProviderPosition: CareProviderPosition }),
  ),
  HCMContact: members({
    target_id: Id,
    ContactPerformingUnit: Type.String(),
    ContactSecrecyLevels: Secrecy.levels,
    HCMContacInternaltID: Type.String(),
    HCMContactBegin: Time,
    HCMContactEnd: Time,
    HCMContactStatus: Type.String(),
    HCMContactType: Type.String(),
  }),
});

export const JournalNoteRecord = Type.Partial(
  Type.Object({ XSDVersion, JournalNoteEHRExtract: Type.Array(JournalNoteExtract) }),
  { $id: 'JournalNoteRecord', description: 'One journal note.' },
);
export type JournalNoteRecord = Static<typeof JournalNoteRecord>;

export const journalNoteSchemas = [ArchetypeRecord, NoteRecord];

export const journalNoteExample: JournalNoteRecord = {
  XSDVersion: { version: 0.21 },
  JournalNoteEHRExtract: [
    {
      ehr_id: { root: '1.2.752.129.2.1.2.1', extension: 'SE162321000024-A1:EhrId:191212121212' },
      ehr_system: { root: '1.2.752.129.2.1.4.1', extension: 'SE162321000024-A1' },
      time_created: { value: '20260115101500' },
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

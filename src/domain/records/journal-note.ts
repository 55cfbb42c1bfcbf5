// JournalNoteRecord (operation 10).
import Type, { type Static } from 'typebox';
import { flag, id, list, many, members, refer, text, time, XSDVersion } from './shared/common.ts';
import {
  accessZoneUnit,
  CareProviderPosition,
  careProvider,
  careProviderMembers,
  careProvidersDescription,
  ExtractPatient,
  extractHead,
  headUnit,
  responsibleUnit,
  secrecyLevels,
  unit,
  unitIds,
  unitMembers,
  unitsDescription,
} from './shared/parts.ts';

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
    ArchetypeId: text('The archetype that the group follows.', 'openEHR-EHR-OBSERVATION.blood_pressure.v1'),
    Name: text('What was measured, or the name of the group.', 'Systoliskt'),
    EventDateTime: members(
      { startDateTime: time('When it began.'), endDateTime: time('When it ended.') },
      'When it was measured.',
    ),
    DataType: text('The type of the value.', 'Quantity', 'Text', 'DateTime'),
    Magnitude: text('The value itself, as text. Its unit is in `Unit`.', '135'),
    Unit: text('The unit of `Magnitude`.', 'mmHg'),
    Range: text('The reference range, in the unit of `Magnitude`.', '90-140'),
    ArchetypeRecord: many(
      Type.Unsafe<ArchetypeRecord>({ $ref: 'ArchetypeRecord#' }),
      'The values of the group, or groups below it.',
    ),
  }),
  {
    $id: 'ArchetypeRecord',
    description: 'A measured value, or a group of them: values have a `Magnitude`, groups nest.',
  },
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

/** Known words: documented as examples, never enforced on what the EHR sends (records.md). */
const toolTypes = [
  'TextTool',
  'NumericTool',
  'FixValueTool',
  'RegisterTool',
  'DateTimeTool',
  'WordProcessing',
  'ExternalActionToolType',
  'BooleanTool',
  'FormulaTool',
  'ClinicalCodingTool',
  'PDFDocumentTool',
  'BloodPressureTool',
  'PregnancyLengthTool',
  'ExpectedDateTool',
  'CombinedFixedValueDateTool',
  'CheckboxConfigurableTool',
  'Other',
] as const;
const valueTypes = [
  'Text',
  'Numeric',
  'Fixed',
  'Register',
  'Document',
  'Reference',
  'DateTime',
  'WordDocument',
  'Boolean',
  'Diagnosis',
  'PDFDocument',
  'BooleanConfig',
  'Comment',
  'Other',
] as const;

/** One keyword of a note with its values, and the keywords below it. */
export const NoteRecord = Type.Partial(
  Type.Object({
    Keyword: text('The keyword: a heading in the note.', 'Aktuellt'),
    KeywordToolType: text('The tool by which staff fill in the keyword.', ...toolTypes),
    Value: many(
      members(
        {
          $self: text('The text of the value. Line breaks are kept.', 'Torr hosta sedan två veckor.'),
          JournalValueType: text('The type of this value.', ...valueTypes),
        },
        'A value of the keyword.',
      ),
      'The values of the keyword, in their order.',
    ),
    JournalValueType: text(
      'The type of the values, where the EHR states it for the keyword as a whole.',
      ...valueTypes,
    ),
    Unit: many(text('A unit.', 'kg'), 'The units of the values, in the same order.'),
    Range: many(
      text('A reference range.', '60-90'),
      'The reference ranges of the values, in the same order.',
    ),
    KeywordSecrecyLevels: secrecyLevels('this keyword'),
    OtherValue: members(
      {
        ArchetypeRecords: list(
          'ArchetypeRecord',
          refer(ArchetypeRecord),
          'Measured values and groups of them, such as a blood pressure.',
        ),
      },
      'Values that are more than text.',
    ),
    Record: many(Type.Unsafe<NoteRecord>({ $ref: 'NoteRecord#' }), 'The keywords below this one.'),
  }),
  { $id: 'NoteRecord', description: 'One keyword of a note with its values, and the keywords below it.' },
);

export const JournalNoteExtract = members(
  {
    ...extractHead,
    Note: members(
      {
        NoteId: id('The id of the note in the EHR.'),
        NoteVersionDateTime: time(
          'When this version of the note was saved. The interval of the request filters by it.',
        ),
        NoteDateTime: time('The time that the note is about, usually that of the visit.'),
        NoteTemplateName: text('The template that the note was written in.', 'Mottagningsbesök'),
        NoteTypeOfNote: text('The type of the note.', 'Besöksanteckning'),
        NoteSignDateTime: time('When the note was signed. Without it, the note is not signed.'),
        NoteSecrecyLevels: secrecyLevels('the note'),
        Records: list('Record', refer(NoteRecord), 'The content of the note, keyword by keyword.'),
        NoteActive: flag('Whether the note is in force. A note that is not has been withdrawn.'),
        NoteInactiveReason: text('Why the note was withdrawn.', 'Skriven på fel patient'),
      },
      'The note itself.',
    ),
    Patient: ExtractPatient,
    Units: list('Unit', members(unitMembers, unit), unitsDescription),
    CareUnit: unitIds('The unit where the note was written.'),
    ResponsibleUnit: unitIds(responsibleUnit),
    AccessZoneUnit: unitIds(accessZoneUnit),
    HeadCareproviderUnit: unitIds(headUnit),
    CareProviders: list(
      'CareProvider',
      members({ ...careProviderMembers, ProviderPosition: CareProviderPosition }, careProvider),
      careProvidersDescription,
    ),
    HCMContact: members(
      {
        target_id: id('The id of the contact. It equals `rcId` of the care contacts (operation 6).'),
        ContactPerformingUnit: text('The unit that the contact took place at.', 'Hudmottagningen'),
        ContactSecrecyLevels: secrecyLevels('the contact'),
        HCMContacInternaltID: text(
          'The contact’s number inside the EHR (the spelling is the contract’s).',
          '59062',
        ),
        HCMContactBegin: time('When the contact began.'),
        HCMContactEnd: time('When the contact ended.'),
        HCMContactStatus: text('The state of the contact, in the words of the EHR.', 'Ankommen'),
        HCMContactType: text('The type of the contact.', 'Besök'),
      },
      'The contact (the encounter with care) that the note belongs to.',
    ),
  },
  'The note with its context.',
);

export const JournalNoteRecord = Type.Partial(
  Type.Object({ XSDVersion, JournalNoteEHRExtract: many(JournalNoteExtract, 'The extract: one note.') }),
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

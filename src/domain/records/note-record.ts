// The content of a journal note: keywords with their values, nested, and measured values.
import { type Static, Type } from 'typebox';
import { arrayOf, container, exact, namedObject, objectOf, refTo, string, time } from './shared/common.ts';
import { secrecyLevels } from './shared/extract-parts.ts';
import { withHidden } from './shared/hiding.ts';

/** A measured value, without those nested in it. */
const measured = objectOf({
  ArchetypeId: exact('The archetype that the group follows.', 'openEHR-EHR-OBSERVATION.blood_pressure.v1'),
  Name: string('What was measured, or the name of the group.', 'Systoliskt'),
  EventDateTime: objectOf(
    { startDateTime: time('When it began.'), endDateTime: time('When it ended.') },
    'When it was measured.',
  ),
  DataType: string('The type of the value.', 'Quantity', 'Text', 'DateTime'),
  Magnitude: exact('The value itself, as text. Its unit is in `Unit`.', '135'),
  Unit: string('The unit of `Magnitude`.', 'mmHg'),
  Range: string('The reference range, in the unit of `Magnitude`.', '90-140'),
});

export type ArchetypeRecord = Static<typeof measured> & { ArchetypeRecord?: ArchetypeRecord[] };

/** A measured value, or a group of them. Only values have a magnitude; groups can be nested. */
export const ArchetypeRecord = namedObject(
  'ArchetypeRecord',
  'A measured value, or a group of them. Only values have a `Magnitude`; groups can be nested.',
  {
    ...measured.properties,
    ArchetypeRecord: arrayOf(
      Type.Unsafe<ArchetypeRecord>({ $ref: 'ArchetypeRecord#' }),
      'The values in the group, or nested groups.',
    ),
  },
);

/** Known values: documented as examples, never enforced on what the EHR sends (records.md). */
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

/** One keyword of a note with its values, without those nested in it. */
const keyword = objectOf({
  Keyword: withHidden('keyword', string('The keyword: a heading in the note.', 'Aktuellt')),
  KeywordToolType: string('The tool with which staff fill in the keyword.', ...toolTypes),
  Value: arrayOf(
    objectOf(
      {
        $self: string('The text of the value. Line breaks are kept.', 'Torr hosta sedan två veckor.'),
        JournalValueType: string('The type of this value.', ...valueTypes),
      },
      'A value of the keyword.',
      { $id: 'NoteValue' },
    ),
    'The values of the keyword, in their order.',
  ),
  JournalValueType: string(
    'The type of all values, if the EHR states one for the keyword as a whole.',
    ...valueTypes,
  ),
  Unit: arrayOf(string('A unit.', 'kg'), 'The units of the values, in the same order.'),
  Range: arrayOf(
    string('A reference range.', '60-90'),
    'The reference ranges of the values, in the same order.',
  ),
  KeywordSecrecyLevels: secrecyLevels('this keyword'),
  OtherValue: objectOf(
    {
      ArchetypeRecords: container(
        'ArchetypeRecord',
        refTo(ArchetypeRecord),
        'Measured values, or groups of them such as a blood pressure.',
      ),
    },
    'Values that are more than text.',
  ),
});

export type NoteRecord = Static<typeof keyword> & { Record?: NoteRecord[] };

export const NoteRecord = namedObject(
  'NoteRecord',
  'One keyword of a note with its values and nested keywords.',
  {
    ...keyword.properties,
    Record: arrayOf(Type.Unsafe<NoteRecord>({ $ref: 'NoteRecord#' }), 'The nested keywords.'),
  },
);

export const noteSchemas = [ArchetypeRecord, NoteRecord];

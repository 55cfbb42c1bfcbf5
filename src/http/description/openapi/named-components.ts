// Names for the parts of the record schemas that a client has a type for: generators make types of components, and poor ones
// of nested objects.
import type { OpenApiObject } from './components.ts';

const plugin = 'PrescriptionRecord/PrescriptionEHRExtract[]/Prescription/PrescriptionDosages/DosagePlugin[]';
const dose = `${plugin}/MultiDosage/Dosage[]/DosePlugin`;
const signal = 'AttentionSignalRecord/AttentionSignalEHRExtract[]/AttentionSignal';

/** The kinds of dosage that also a step of a `MultiDosage` may be. */
const simpleDosages = [
  'FreeTextDosage',
  'NormalDosage',
  'OccasionDosage',
  'OnceDosage',
  'PeriodicDosage',
  'WeeklyDosage',
] as const;

/** Place in a schema (members, and `[]` for the items of an array) → the name of the component that it becomes. */
const names: Readonly<Record<string, string>> = {
  'BookedAppointmentsResult/Booking[]': 'Booking',
  'BookedAppointmentsResult/Booking[]/PaymentDetails': 'PaymentDetails',
  'BookedAppointmentsResult/RegisteredBooking[]': 'RegisteredBooking',
  'PatientRecord/PatientEHRExtract[]': 'PatientExtract',
  'PatientRecord/PatientEHRExtract[]/Patient': 'PatientData',
  'PatientRecordV2/patientEHRExtract[]': 'PatientExtractV2',
  'PatientRecordV2/patientEHRExtract[]/patient': 'PatientDataV2',
  'ContactRecord/contactEHRExtract[]': 'ContactExtract',
  'ContactRecord/contactEHRExtract[]/contact': 'Contact',
  'ContactRecord/contactEHRExtract[]/contact/actions/action[]': 'ContactAction',
  'AttentionSignalRecord/AttentionSignalEHRExtract[]': 'AttentionSignalExtract',
  [signal]: 'AttentionSignal',
  [`${signal}/HypersensitivityType`]: 'Hypersensitivity',
  [`${signal}/ContagiousDiseaseType`]: 'ContagiousDisease',
  [`${signal}/NonStandardProcedureType`]: 'NonStandardProcedure',
  [`${signal}/TreatmentAndConditionType`]: 'TreatmentAndCondition',
  [`${signal}/UnstructuredType`]: 'UnstructuredWarning',
  'VideoMeeting/server': 'VideoServer',
  'PrescriptionRecord/PrescriptionEHRExtract[]': 'PrescriptionExtract',
  'PrescriptionRecord/PrescriptionEHRExtract[]/Prescription': 'Prescription',
  [plugin]: 'Dosage',
  [`${plugin}/DripDosage`]: 'DripDosage',
  [`${plugin}/MultiDosage`]: 'MultiDosage',
  [`${plugin}/MultiDosage/Dosage[]`]: 'MultiDosageStep',
  [`${plugin}/IX3Dosage`]: 'IX3Dosage',
  [`${plugin}/IX3Dosage/DoseInstance[]`]: 'DoseInstance',
  ...Object.fromEntries(
    simpleDosages.flatMap(name => [
      [`${plugin}/${name}`, name],
      [`${dose}/${name}`, name],
    ]),
  ),
  'JournalNoteRecord/JournalNoteEHRExtract[]': 'JournalNoteExtract',
  'JournalNoteRecord/JournalNoteEHRExtract[]/Note': 'JournalNote',
};

const isObject = (value: unknown): value is OpenApiObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Moves the named parts of schemas into components of their own.
 * @param schemas all schemas of the document, in OpenAPI's form.
 * @throws TypeError if two places of one name differ, or a place is not in the schemas.
 */
export const withNamedParts = (schemas: OpenApiObject): OpenApiObject => {
  const parts = new Map<string, OpenApiObject>();
  const seen = new Set<string>();

  const named = (part: OpenApiObject, place: string): OpenApiObject => {
    const name = Object.hasOwn(names, place) ? names[place] : undefined;
    if (name === undefined) return part;
    seen.add(place);
    const earlier = parts.get(name) ?? schemas[name];
    if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(part)) {
      throw new TypeError(`${place} differs from another schema with the name ${name}`);
    }
    parts.set(name, part);
    return { $ref: `#/components/schemas/${name}` };
  };

  const walk = (schema: unknown, place: string): unknown => {
    if (!isObject(schema)) return schema;
    const { properties, items } = schema;
    const inner = {
      ...schema,
      ...(isObject(properties)
        ? {
            properties: Object.fromEntries(
              Object.entries(properties).map(([member, property]) => [
                member,
                walk(property, `${place}/${member}`),
              ]),
            ),
          }
        : {}),
      ...(items === undefined ? {} : { items: walk(items, `${place}[]`) }),
    };
    return named(inner, place);
  };

  const whole = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, walk(schema, name)]),
  );
  const missing = Object.keys(names).filter(place => !seen.has(place));
  if (missing.length > 0) throw new TypeError(`no schema at ${missing.join(', ')}`);
  return { ...whole, ...Object.fromEntries(parts) };
};

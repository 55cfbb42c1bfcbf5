// The profile members of a FHIR system. Servers differ, so what varies between them is configured rather than guessed.
import { type Static, type TOptional, Type } from 'typebox';
import type { MemberFault } from '../adapter.ts';

/** Resource types that are read unless the profile lists others in `resources`. */
const defaultTypes = [
  'Patient',
  'Appointment',
  'Encounter',
  'AllergyIntolerance',
  'Flag',
  'MedicationRequest',
  'Medication',
  'DocumentReference',
  'Binary',
  'Organization',
  'Location',
  'HealthcareService',
  'Practitioner',
  'PractitionerRole',
] as const;
const knownTypes = [...defaultTypes, 'Composition', 'PaymentNotice', 'RelatedPerson'] as const;
export type ResourceType = (typeof knownTypes)[number];

/** Types that are searched by `patient=`. The profile may add parameters to these searches. */
const searchedByPatient = [
  'Appointment',
  'Encounter',
  'AllergyIntolerance',
  'Flag',
  'MedicationRequest',
  'DocumentReference',
  'Composition',
  'RelatedPerson',
] as const;

/** Matches every parameter name except those that the adapter sets itself, with or without a modifier. */
const extraParameter =
  '^(?!_)(?!(?:patient|subject|identifier|date|authoredon|status|intent|request|appointment)(?:[:.]|$)).+$';

const closed = { additionalProperties: false } as const;
const someText = Type.String({ minLength: 1 });
const texts = (description: string) => Type.Array(someText, { description });
const someTexts = (description: string) => Type.Array(someText, { minItems: 1, description });
const systems = Type.Optional(someTexts('identifier systems, at least one'));
const systemAndCode = (description: string) =>
  Type.Array(Type.String({ pattern: '^[^|]*\\|[^|]+$' }), { description });

const url = {
  pattern:
    '^(?:https://[^\\s?#@/]+(?:/[^\\s?#@]*)?|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\])(?::\\d+)?(?:/[^\\s?#@]*)?)$',
};
const urls = (description: string) => Type.Array(Type.String(url), { description });

const parameters = Type.Record(Type.String({ pattern: extraParameter }), someText, {
  ...closed,
  description: 'further parameters (name → text), none of them one that the adapter sets itself',
});

const Recipient = Type.Union(
  [
    Type.Object({ reference: someText }, closed),
    Type.Object({ identifier: Type.Object({ system: someText, value: someText }, closed) }, closed),
  ],
  { description: '{ "reference" }, or { "identifier": { "system", "value" } }' },
);

const prescriptionNotes = '"patient" or "staff": for whom the notes on prescriptions are written';

export const Members = Type.Object({
  protectedIdentity: Type.Enum(['security-label', 'not-said'], {
    description:
      '"security-label" or "not-said": whether the server marks protected identity in meta.security',
  }),
  identifiers: Type.Optional(
    Type.Object(
      { personal: systems, coordination: systems, reserve: systems, hsaId: systems },
      {
        ...closed,
        description: '{ "personal", "coordination", "reserve", "hsaId" }, each a list of systems',
      },
    ),
  ),
  resources: Type.Optional(
    Type.Array(Type.Enum(knownTypes), {
      contains: { const: 'Patient' },
      description: `Patient, and any of ${knownTypes.slice(1).join(', ')}`,
    }),
  ),
  knownAs: Type.Optional(urls('https URLs (http only on a loopback address), without query')),
  include: Type.Optional(Type.Boolean({ description: 'true or false' })),
  patientSearch: Type.Optional(Type.Enum(['get', 'post'], { description: '"get" or "post"' })),
  pageSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'a whole number of resources, 1 to 1000' }),
  ),
  search: Type.Optional(
    Type.Object(
      Object.fromEntries(searchedByPatient.map(type => [type, Type.Optional(parameters)])) as Record<
        (typeof searchedByPatient)[number],
        TOptional<typeof parameters>
      >,
      { ...closed, description: `type → further parameters, for any of ${searchedByPatient.join(', ')}` },
    ),
  ),
  withheldLabels: Type.Optional(systemAndCode('labels as "system|code"')),
  flagCategories: Type.Optional(texts('codes of categories; one may end in *')),
  intents: Type.Optional(someTexts('intents of MedicationRequest, at least one')),
  prescriptionNotes: Type.Optional(Type.Enum(['patient', 'staff'], { description: prescriptionNotes })),
  arrival: Type.Optional(
    Type.Enum(['patch', 'update', 'none'], { description: '"patch", "update" or "none"' }),
  ),
  arrivalStatus: Type.Optional(
    Type.Enum(['arrived', 'checked-in'], { description: '"arrived" or "checked-in"' }),
  ),
  payment: Type.Optional(
    Type.Object(
      { identifierSystem: Type.String({ minLength: 1, description: 'a system' }), recipient: Recipient },
      { ...closed, description: '{ "identifierSystem", "recipient" }' },
    ),
  ),
  videoExtensions: Type.Optional(texts('URLs of extensions of Appointment')),
  contentOrigins: Type.Optional(urls('https origins (http only on a loopback address)')),
  guardianCodes: Type.Optional(systemAndCode('relationships as "system|code"')),
  ehrSystem: Type.Optional(Type.String({ minLength: 1, description: 'the HSA-id of the EHR' })),
});
type Members = Static<typeof Members>;

/** Faults that the schema cannot express. */
export const checkMembers = (written: unknown): MemberFault[] => {
  const { knownAs = [], contentOrigins = [], resources = defaultTypes, ...members } = written as Members;
  const isUnsaid = members.prescriptionNotes === undefined && resources.includes('MedicationRequest');
  const unsaid = isUnsaid ? [{ place: 'prescriptionNotes', expected: prescriptionNotes }] : [];
  const badUrls = knownAs.flatMap((text, at) =>
    URL.canParse(text) ? [] : [{ place: `knownAs/${at}`, expected: 'a URL' }],
  );
  const badOrigins = contentOrigins.flatMap((text, at) =>
    URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '')
      ? []
      : [{ place: `contentOrigins/${at}`, expected: 'an origin: a URL without a path' }],
  );
  return [...unsaid, ...badUrls, ...badOrigins];
};

const national = 'http://electronichealth.se/identifier';

const defaults = {
  identifiers: {
    personal: [`${national}/personnummer`],
    coordination: [`${national}/samordningsnummer`],
    // Versions of the national guide differ in the spelling.
    reserve: [`${national}/nationelltReservnummer`, `${national}/nationelltReservnumer`],
    hsaId: ['urn:oid:1.2.752.29.4.19', 'urn:oid:1.2.752.129.2.1.4.1'],
  },
  flagCategories: ['A*', 'B*', 'C*', 'D*', 'E*', 'diet', 'drug', 'lab', 'clinical', 'safety'],
  intents: ['order', 'original-order', 'reflex-order', 'filler-order'],
  guardianCodes: ['http://terminology.hl7.org/CodeSystem/v3-RoleCode|GUARD'],
} as const;

/** This adapter's own members of a system in the profile, with defaults for those that are missing. */
export const withDefaults = (profile: unknown) => {
  const written = profile as Members;
  return {
    protectedIdentity: written.protectedIdentity,
    identifiers: { ...defaults.identifiers, ...written.identifiers },
    resources: new Set(written.resources ?? defaultTypes) as ReadonlySet<ResourceType>,
    knownAs: (written.knownAs ?? []).map(text => text.replace(/\/+$/, '')),
    include: written.include ?? true,
    patientSearch: written.patientSearch ?? 'get',
    pageSize: written.pageSize ?? 100,
    search: (written.search ?? {}) as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>,
    withheldLabels: new Set(written.withheldLabels),
    flagCategories: written.flagCategories ?? defaults.flagCategories,
    intents: written.intents ?? defaults.intents,
    prescriptionNotes: written.prescriptionNotes,
    arrival: written.arrival ?? 'patch',
    arrivalStatus: written.arrivalStatus ?? 'arrived',
    payment: written.payment,
    videoExtensions: written.videoExtensions ?? [],
    contentOrigins: new Set(written.contentOrigins?.map(text => new URL(text).origin)),
    guardianCodes: new Set(written.guardianCodes ?? defaults.guardianCodes),
    ehrSystem: written.ehrSystem,
  };
};
export type FhirMembers = Readonly<ReturnType<typeof withDefaults>>;

// The elements that the mapping publishes or counts, by kind. Written by hand from the mapping tables, not derived from the
// adapter. A slash enters an element or the items of a list; a prefix `Type:` enters contained resources of that type.
import type { SourceKind } from '../../../../../src/domain/records/index.ts';
import { listed } from '../../../../support/listed.ts';
import type { Node } from './data-types.ts';

/** An element, and the condition under which its removal must change the record; without one, always. */
export type Mapped = string | readonly [path: string, when: (resource: Node) => boolean];

const containedOf = (resource: Node, type: string): Node[] =>
  (resource.contained ?? []).filter((one: Node) => one.resourceType === type);

/** A record's unit: the first Organization among its people, else that of their roles, else that of its contact. */
const units = listed(`
  Organization:name Organization:identifier Organization:telecom Organization:address Organization:partOf
  Organization:extension
`);

const people: readonly Mapped[] = [
  'Practitioner:name',
  'Practitioner:identifier',
  // The code of a role takes precedence.
  'Practitioner:qualification',
  'PractitionerRole:code',
  'PractitionerRole:practitioner',
  'PractitionerRole:organization',
];

const visits = listed(`
  Encounter:status Encounter:type Encounter:period/start Encounter:period/end Encounter:meta/security
`);

const isOneOf =
  (...values: string[]) =>
  ({ status }: Node) =>
    values.includes(status);

export const mappedElements: Readonly<
  Record<string, { readonly kind: SourceKind; readonly paths: readonly Mapped[] }>
> = {
  allergy: {
    kind: 'attentionSignals',
    paths: [
      ...listed(`
        meta/lastUpdated meta/security patient clinicalStatus verificationStatus category criticality code
        onsetDateTime onsetPeriod/start onsetString onsetAge onsetRange recordedDate lastOccurrence recorder
        asserter note reaction reaction/substance reaction/manifestation reaction/description reaction/onset
        reaction/severity reaction/exposureRoute reaction/note
      `),
      ...people,
    ],
  },
  flag: {
    kind: 'attentionSignals',
    paths: [
      ...listed(`
        meta/lastUpdated meta/security status subject category code period period/start period/end author
        extension
      `),
      ...people,
      ...units,
    ],
  },
  contact: {
    kind: 'contacts',
    paths: [
      ...listed(`
        meta/lastUpdated meta/security status subject type class reasonCode reasonReference serviceType
        period/start period/end statusHistory statusHistory/status statusHistory/period/start
        statusHistory/period/end location location/location location/physicalType Location:name
        Location:physicalType serviceProvider extension participant participant/type participant/individual
        diagnosis hospitalization/destination hospitalization/dischargeDisposition
      `),
      ...people,
      // For a unit that is only responsible, just the id of its care provider is published.
      ...units.map((path): Mapped => [path, ({ extension }) => extension === undefined]),
    ],
  },
  request: {
    kind: 'prescriptions',
    paths: [
      ...listed(`
        meta/lastUpdated meta/security intent status statusReason subject category authoredOn reasonCode
        reasonReference requester recorder encounter note note/text groupIdentifier identifier
        medicationCodeableConcept medicationReference Medication:code Medication:identifier Medication:form
        Medication:ingredient Medication:ingredient/itemCodeableConcept Medication:ingredient/strength
        Medication:extension dosageInstruction dosageInstruction/text dosageInstruction/additionalInstruction
        dosageInstruction/patientInstruction dosageInstruction/route dosageInstruction/site
        dosageInstruction/method dosageInstruction/asNeededBoolean dosageInstruction/asNeededCodeableConcept
        dosageInstruction/sequence dosageInstruction/doseAndRate dosageInstruction/doseAndRate/doseQuantity
        dosageInstruction/doseAndRate/doseRange dosageInstruction/doseAndRate/doseRange/low
        dosageInstruction/doseAndRate/doseRange/high dosageInstruction/doseAndRate/rateRatio
        dosageInstruction/doseAndRate/rateRange dosageInstruction/doseAndRate/rateQuantity
        dosageInstruction/maxDosePerPeriod dosageInstruction/maxDosePerAdministration
        dosageInstruction/maxDosePerLifetime dosageInstruction/timing dosageInstruction/timing/code
        dosageInstruction/timing/event dosageInstruction/timing/repeat/boundsPeriod/start
        dosageInstruction/timing/repeat/boundsPeriod/end dosageInstruction/timing/repeat/boundsDuration
        dosageInstruction/timing/repeat/boundsRange dosageInstruction/timing/repeat/frequency
        dosageInstruction/timing/repeat/frequencyMax dosageInstruction/timing/repeat/period
        dosageInstruction/timing/repeat/periodMax dosageInstruction/timing/repeat/periodUnit
        dosageInstruction/timing/repeat/count dosageInstruction/timing/repeat/countMax
        dosageInstruction/timing/repeat/duration dosageInstruction/timing/repeat/durationMax
        dosageInstruction/timing/repeat/durationUnit dosageInstruction/timing/repeat/offset
        dosageInstruction/timing/repeat/dayOfWeek dosageInstruction/timing/repeat/timeOfDay
        dosageInstruction/timing/repeat/when
      `),
      ...people,
      ...units,
      ...visits,
    ],
  },
  document: {
    kind: 'journalNotes',
    paths: [
      'meta/lastUpdated',
      'meta/security',
      'securityLabel',
      // What a note says that is in force and done, its being there says.
      ['status', isOneOf('superseded')],
      ['docStatus', ({ docStatus }) => docStatus !== 'final'],
      ...listed(`
        subject type date description author authenticator custodian content content/attachment
        content/attachment/data content/attachment/title context/encounter context/period/start
      `),
      ...people,
      ...units,
      ...visits,
    ],
  },
  composition: {
    kind: 'journalNotes',
    paths: [
      'meta/lastUpdated',
      'meta/security',
      ['status', isOneOf('preliminary', 'amended')],
      ...listed(`
        subject type title date confidentiality author attester attester/mode attester/time attester/party
        custodian encounter event/period/start section section/title section/code section/text
        section/emptyReason section/entry section/section section/section/title section/section/code
        section/section/text section/section/emptyReason section/section/entry
      `),
      ...people,
      ...units,
      ...visits,
    ],
  },
  booking: {
    kind: 'appointments',
    paths: [
      ...listed(`
        meta/security status start end serviceType appointmentType description cancelationReason
        patientInstruction participant participant/actor
      `),
      // The name of the unit takes precedence.
      [
        'Location:name',
        resource => containedOf(resource, 'Organization').length === 0 && isWithoutDisplay(resource),
      ],
      'Location:managingOrganization',
      'Location:address',
      'Organization:name',
      // A booking has the name of its care provider but not the id.
      [
        'Organization:partOf',
        resource =>
          containedOf(resource, 'Organization').every(({ partOf }) => partOf?.identifier === undefined),
      ],
      'Practitioner:name',
    ],
  },
  meeting: {
    kind: 'videoMeetings',
    paths: listed(`
      meta/security status start end minutesDuration serviceType appointmentType description extension
      extension/extension participant/actor participant/type Practitioner:name PractitionerRole:code
    `),
  },
  patient: {
    kind: 'patients',
    paths: [
      ...listed(`
        meta/lastUpdated meta/security name name/family name/given name/extension gender birthDate
        deceasedDateTime deceasedBoolean address address/extension address/line address/postalCode
        address/city address/district address/state address/country address/text telecom telecom/use
        telecom/value contact contact/relationship contact/name contact/telecom contact/address identifier
        identifier/type generalPractitioner managingOrganization
      `),
      // The care unit takes precedence over the unit; the care provider of the responsible unit is not published.
      [
        'Organization:identifier',
        resource =>
          containedOf(resource, 'Organization').every(
            ({ partOf, extension }) => (partOf ?? extension) === undefined,
          ),
      ],
    ],
  },
};

const isWithoutDisplay = (resource: Node) =>
  containedOf(resource, 'Location').every(
    ({ managingOrganization }) => managingOrganization?.display === undefined,
  );

/** Elements of which it is enough that they are read, and why. They are neither published nor counted. */
const enoughRead: readonly (readonly [why: string, path: RegExp, ...names: string[]])[] = [
  ['what and which one it is', /^(?:resourceType|id)$/],
  ['a concept says the same by its text and by each of its codings', /(?:^|\/)coding(?:\/\w+)?$/],
  ['where a code comes from', /\/system$/],
  [
    'part of a further concept that is counted as a whole',
    /^(?:type|contact\/relationship|(?:section\/)+emptyReason)\/text$/,
  ],
  [
    'a Reference says the same by each of its members',
    /(?:author|authenticator|party|custodian|asserter|recorder|requester|individual|actor|valueReference|serviceProvider|destination|location|medicationReference|generalPractitioner|managingOrganization|entry)\/(?:reference|type|identifier|display)(?:\/\w+)?$/,
  ],
  ['how a narrative was made', /text\/status$/],
  ['an empty list', /^section\/section\/section$/],
  ['a phone or an address is said by its value', /(?:^|\/)use$/],
  ['when the server changed it, where no member says it', /^meta\/lastUpdated$/, 'booking', 'meeting'],
  ['it is withheld without, and counted for the list', /^meta\/security\/code$/, 'booking'],
  [
    'what a note that is in force and done says by being there',
    /^(?:status|docStatus)$/,
    'document',
    'composition',
  ],
];

/** Whether it is enough that an element has been read. */
export const isEnoughRead = (path: string, name: string): boolean =>
  enoughRead.some(
    ([, pattern, ...names]) => pattern.test(path) && (names.length === 0 || names.includes(name)),
  );

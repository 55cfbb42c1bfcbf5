// The search parameters of each type, with the format of their values. Unknown parameters and malformed values are refused,
// because real servers may silently ignore them and return too much.
import { invalid } from './refusal.ts';
import type { Resource } from './store.ts';

type Matches = (resource: Resource, value: string) => boolean;

// biome-ignore lint/suspicious/noExplicitAny: the simulator reads only resources that it has built itself.
const at = (resource: Resource): any => resource;

const idPattern = '[A-Za-z0-9.-]{1,64}';

/** Comma-separated references, all of one type. */
const readReferences = (type: string, value: string): string[] => {
  const all = value.split(',');
  const form = new RegExp(`^${type}/${idPattern}$`);
  if (!all.every(one => form.test(one))) throw invalid(`a reference is not ${type}/id`);
  return all;
};

const isListed = (reference: { reference?: string } | undefined, listed: readonly string[]): boolean =>
  reference?.reference !== undefined && listed.includes(reference.reference);

/** Matches a patient by `Patient/id`, the form that every server supports. */
const ofPatient =
  (patientsOf: (resource: Resource) => ({ reference?: string } | undefined)[]): Matches =>
  (resource, value) => {
    const listed = readReferences('Patient', value);
    return patientsOf(resource).some(one => isListed(one, listed));
  };

const epochOf = (text: string | undefined, fallback: number): number =>
  text === undefined ? fallback : new Date(text.length === 10 ? `${text}T00:00:00Z` : text).getTime();

/** Compares a period of a resource with `ge` or `lt` and an instant. */
const inPeriod =
  (periodOf: (resource: Resource) => { start?: string; end?: string } | undefined): Matches =>
  (resource, value) => {
    const [, prefix, instant] = /^(ge|lt)(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/.exec(value) ?? [];
    if (instant === undefined) throw invalid('a date is not ge or lt and an instant in UTC');
    const period = periodOf(resource);
    if (period?.start === undefined && period?.end === undefined) return false;
    return prefix === 'ge'
      ? epochOf(period.end, Number.POSITIVE_INFINITY) >= epochOf(instant, 0)
      : epochOf(period.start, Number.NEGATIVE_INFINITY) < epochOf(instant, 0);
  };

const atTime = (member: string): Matches =>
  inPeriod(resource => {
    const time = at(resource)[member] as string | undefined;
    return time === undefined ? undefined : { start: time, end: time };
  });

const oneOf =
  (member: string): Matches =>
  (resource, value) =>
    value.split(',').includes(String(resource[member]));

/** Comma-separated identifiers of the form `system|value`. */
const identifier: Matches = (resource, value) =>
  value.split(',').some(token => {
    const [system, number, ...more] = token.split('|');
    if (number === undefined || number === '' || more.length > 0)
      throw invalid('an identifier is not system|value');
    const all = (resource.identifier ?? []) as { system?: string; value?: string }[];
    return all.some(one => one.system === system && one.value === number);
  });

const subject = ofPatient(resource => [at(resource).subject]);

const byId: Matches = (resource, value) => value.split(',').includes(resource.id);

const parameters: Readonly<Record<string, Readonly<Record<string, Matches>>>> = {
  Patient: { identifier },
  Appointment: {
    patient: ofPatient(resource => at(resource).participant.map((one: { actor?: object }) => one.actor)),
    date: inPeriod(resource => ({ start: at(resource).start, end: at(resource).end ?? at(resource).start })),
    status: oneOf('status'),
  },
  Encounter: {
    patient: subject,
    date: inPeriod(resource => at(resource).period),
    appointment: (resource, value) => {
      const listed = readReferences('Appointment', value);
      return (at(resource).appointment ?? []).some((one: { reference?: string }) => isListed(one, listed));
    },
  },
  AllergyIntolerance: { patient: ofPatient(resource => [at(resource).patient]) },
  Flag: { patient: subject },
  MedicationRequest: { patient: subject, intent: oneOf('intent'), authoredon: atTime('authoredOn') },
  DocumentReference: { patient: subject, date: atTime('date') },
  Composition: { patient: subject, date: atTime('date') },
  RelatedPerson: { patient: ofPatient(resource => [at(resource).patient]) },
  PaymentNotice: {
    request: (resource, value) => isListed(at(resource).request, readReferences('Appointment', value)),
    identifier,
    status: oneOf('status'),
  },
  Organization: {},
  Location: {},
  HealthcareService: {},
  Practitioner: {},
  PractitionerRole: {},
  Medication: {},
};

/** The elements that `_include` follows, by type and parameter. */
export const includes: Readonly<Record<string, Readonly<Record<string, (resource: Resource) => unknown[]>>>> =
  {
    Appointment: { actor: resource => at(resource).participant.map((one: { actor?: object }) => one.actor) },
    Encounter: {
      'service-provider': resource => [at(resource).serviceProvider],
      participant: resource =>
        (at(resource).participant ?? []).map((one: { individual?: object }) => one.individual),
      location: resource => (at(resource).location ?? []).map((one: { location?: object }) => one.location),
    },
    AllergyIntolerance: { recorder: resource => [at(resource).recorder] },
    Flag: { author: resource => [at(resource).author], encounter: resource => [at(resource).encounter] },
    MedicationRequest: {
      medication: resource => [at(resource).medicationReference],
      requester: resource => [at(resource).requester],
      encounter: resource => [at(resource).encounter],
    },
    DocumentReference: {
      author: resource => at(resource).author ?? [],
      custodian: resource => [at(resource).custodian],
      encounter: resource => at(resource).context?.encounter ?? [],
    },
    Composition: {
      author: resource => at(resource).author ?? [],
      encounter: resource => [at(resource).encounter],
    },
  };

/** Whether searches of a type are supported. */
export const isSearched = (type: string): boolean => Object.hasOwn(parameters, type);

/** The match function of a parameter; undefined if the type does not have the parameter. */
export const parameterOf = (type: string, name: string): Matches | undefined => {
  if (name === '_id') return byId;
  const ofType = parameters[type] ?? {};
  return Object.hasOwn(ofType, name) ? ofType[name] : undefined;
};

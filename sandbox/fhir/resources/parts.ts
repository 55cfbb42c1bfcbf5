// Building blocks of resources: references, concepts, times, and identifier systems.
import { Temporal } from 'temporal-polyfill';
import type { Resource } from '../simulator/store.ts';

const national = 'http://electronichealth.se/identifier';

export const systems = {
  personal: `${national}/personnummer`,
  coordination: `${national}/samordningsnummer`,
  hsa: 'urn:oid:1.2.752.129.2.1.4.1',
  atc: 'http://www.whocc.no/atc',
  snomed: 'http://snomed.info/sct',
  actCode: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
  roleCode: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode',
} as const;

const swedishBase = 'http://hl7.se/fhir/ig/base';

/** URLs of the Swedish base profiles' extensions and labels. */
export const swedish = {
  addressType: `${swedishBase}/StructureDefinition/SEBaseAddressPersonExtension`,
  middleName: `${swedishBase}/StructureDefinition/SEBaseMiddleNameExtension`,
  securityLabel: `${swedishBase}/CodeSystem/SecurityLabel`,
} as const;

/** Security label of resources that must not be shown to the patient. */
export const notForThePatient = { security: [{ system: systems.actCode, code: 'NOPAT' }] };

export const reference = (type: string, id: string) => ({ reference: `${type}/${id}` });

/** A reference to the Patient of a record. */
export const subjectOf = (patientId: string) => reference('Patient', patientId);

export const concept = (text: string) => ({ text });

export type Coding = { readonly system: string; readonly code: string; readonly display?: string };

export const coded = (coding: Coding, text?: string) => ({
  coding: [coding],
  ...(text === undefined ? {} : { text }),
});

/** A coded status; `system` is the last part of an HL7 code system's URL, such as `condition-clinical`. */
export const status = (system: string, code: string, display?: string) =>
  coded({
    system: `http://terminology.hl7.org/CodeSystem/${system}`,
    code,
    ...(display === undefined ? {} : { display }),
  });

const localTime = (compact: string): Temporal.PlainDateTime => {
  const [, date, time] = /^(\d{8})(\d{6})$/.exec(compact) ?? [];
  if (time === undefined) throw new Error(`${compact} is not a local time of 14 digits`);
  return Temporal.PlainDateTime.from(`${date}T${time}`);
};

/** Converts a local time of 14 digits to an instant with Sweden's offset at that time, optionally some minutes later. */
export const instant = (compact: string, minutesLater = 0): string =>
  localTime(compact)
    .toZonedDateTime('Europe/Stockholm')
    .add({ minutes: minutesLater })
    .toString({ timeZoneName: 'never' });

/** Converts `YYYYMMDD…` to `YYYY-MM-DD`. */
export const day = (compact: string): string =>
  `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6, 8)}`;

/** The period between two local times; undefined without a start. */
export const period = (start: string | undefined, end: string | undefined) =>
  start === undefined
    ? undefined
    : { start: instant(start), ...(end === undefined ? {} : { end: instant(end) }) };

/** The object without its undefined members. */
export const withoutUndefined = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** A resource without undefined members. */
export const resource = (
  resourceType: string,
  id: string,
  members: Readonly<Record<string, unknown>>,
): Resource => ({ resourceType, id, ...withoutUndefined(members) });

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The narrative of a resource or a section. */
export const narrative = (html: string) => ({
  status: 'additional',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${html}</div>`,
});

export const escaped = (text: string): string => text.replace(/[&<>]/g, char => entities[char] ?? char);

/** An HTML paragraph with a line break for each newline. */
export const paragraph = (text: string): string => `<p>${escaped(text).replaceAll('\n', '<br/>')}</p>`;

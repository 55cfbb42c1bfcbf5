// LookupResidentForFullProfile 1.1: people in the population register. It has no result.
import type { PatientData } from '../../extracts/world.ts';
import { type Deregistration, type Relation, registered, relationsOf } from '../patients/register.ts';
import type { Element } from '../soap/read-xml.ts';
import {
  like,
  many,
  notServed,
  optional,
  registerOf,
  required,
  reserveRegister,
  sequence,
  some,
  texts,
} from '../soap/rules.ts';
import { type Child, elementsOf, type Node, unlessEmpty } from '../soap/xml.ts';
import type { Contract } from './contract.ts';
import { extension } from './header.ts';

const responder = 'urn:riv:population:residentmaster:LookupResidentForFullProfileResponder:1';
const outer = elementsOf(responder);
const element = elementsOf('urn:riv:population:residentmaster:1');
const later = elementsOf('urn:riv:population:residentmaster:1.1');

const specification = sequence(responder, [
  many('Avregistreringsorsak', notServed),
  optional('Sekretessmarkering', like(/^[JN]$/, 'J or N')),
  optional('SenasteAndringFolkbokforing', notServed),
  optional('historiskTidpunkt', notServed),
]);

const request = sequence(responder, [
  some('personId', like(/^\d{8}[\dTF]\d{3}$/, 'a patient number')),
  required('lookUpSpecification', specification),
]);

/** `J` or `N` if the request is limited to people with, or without, protected identity. */
const markOf = ({ children }: Element): string | undefined =>
  children.flatMap(child => texts(child, 'Sekretessmarkering'))[0];

type Extract = NonNullable<PatientData['patients'][number]['Patient']>;
type Address = NonNullable<NonNullable<Extract['PatientAddresses']>['PatientAddress']>[number];

const nameOf = ({ PatientName: name }: Extract): Child => {
  const given = name?.PatientGivenName ?? [];
  const called = given.findIndex(({ qualifier }) => qualifier === 'CL');
  return element(
    'Namn',
    name && [
      element('Tilltalsnamnsmarkering', called === -1 ? undefined : (called + 1) * 10),
      element('Fornamn', given.map(({ value }) => value).join(' ')),
      element('Mellannamn', name.PatientMiddleName),
      element('Efternamn', name.PatientFamilyName),
    ],
  );
};

const swedish = (
  name: string,
  address: Address | undefined,
  districts: Extract['PatientDataRegister'],
): Child =>
  element(
    name,
    unlessEmpty([
      element('LanKod', districts?.PatientCounty),
      element('KommunKod', districts?.PatientCity),
      element('ForsamlingKod', districts?.PatientDistrict),
      element('CareOf', address?.PatientAddressCO),
      element('Utdelningsadress2', address?.PatientAddressStreet),
      element('PostNr', address?.PatientAddressPostcode),
      element('Postort', address?.PatientAddressCity),
    ]),
  );

const foreign = (address: Address | undefined): Child =>
  later(
    'Utlandsadress',
    address && [
      element('Utdelningsadress1', address.PatientAddressStreet),
      element('Utdelningsadress2', address.PatientAddressCity),
      element('Land', address.PatientAddressCountry),
    ],
  );

/** The deregistration of a person: of one who has died, that of the patient's data. */
const deregistrationOf = (number: string, { PatientDeceasedDate: died }: Extract) =>
  died?.value === undefined ? registered.get(number) : ({ cause: 'AV', day: died.value } as const);

const deregistered = (of: Deregistration | undefined): Child =>
  element(
    'Avregistrering',
    of && [
      element('AvregistreringsorsakKod', of.cause === 'AV' ? 'AV' : 'OO'),
      element('Avregistreringsdatum', of.day),
      later('AvregistreringsorsakKodKomplett', of.cause),
    ],
  );

const related = ({ number, type, from, to, name, gone }: Relation): Child =>
  element('Relation', [
    element('RelationId', [element('PersonNr', number)]),
    element('Relationstyp', type),
    element('RelationFromdatum', from),
    element('RelationTomdatum', to),
    element('Namn', name && [element('Fornamn', name.given), element('Efternamn', name.family)]),
    deregistered(gone),
    extension('Relationstyp', 'VF'),
  ]);

const sexes: ReadonlyMap<string, string> = new Map([
  ['F', 'K'],
  ['M', 'M'],
]);

const addressOf = ({ PatientAddresses: addresses }: Extract, type: string) =>
  addresses?.PatientAddress?.find(({ PatientAddressType }) => PatientAddressType === type);

const personOf = (number: string, patient: Extract): Node => {
  // The address of a person with protected identity is not returned.
  const districts = patient.PatientProtectedId ? undefined : patient.PatientDataRegister;
  return element('Personpost', [
    element('PersonId', number),
    element('Kon', sexes.get(patient.PatientSex ?? '')),
    element('Fodelsetid', patient.PatientBirthDate?.value),
    deregistered(deregistrationOf(number, patient)),
    nameOf(patient),
    swedish('Folkbokforingsadress', addressOf(patient, 'Folkbokföringsadress'), districts),
    swedish('SarskildPostadress', addressOf(patient, 'Särskild postadress'), undefined),
    later(
      'HanvisningsPersonNr',
      patient.PatientConnectedActiveNumbers?.PatientConnectedActiveNumber?.[0]?.extension,
    ),
    foreign(addressOf(patient, 'Utlandsadress')),
    later('Relationer', relationsOf(number).map(related)),
    extension('Kon', 'K'),
  ]);
};

const residentOf = (number: string, patient: Extract): Node =>
  outer('resident', [
    element('Sekretessmarkering', patient.PatientProtectedId ? 'J' : 'N'),
    element('SenasteAndringFolkbokforing', patient.PatientVersionDateTime?.value?.slice(0, 8)),
    personOf(number, patient),
    extension('Sekretessmarkering', 'N'),
  ]);

export const fullProfile: Contract = {
  name: 'LookupResidentForFullProfile',
  responder,
  check: request,
  patient: asked => texts(asked, 'personId')[0] ?? '',
  answer: (asked, world) => {
    const mark = markOf(asked);
    return texts(asked, 'personId').flatMap(number => {
      const patient = world.get(number)?.patients[0]?.Patient;
      // People with a reserve number are not in the population register.
      if (patient === undefined || registerOf(number) === reserveRegister) return [];
      const isProtected = patient.PatientProtectedId ? 'J' : 'N';
      return mark === undefined || mark === isProtected ? [residentOf(number, patient)] : [];
    });
  },
};

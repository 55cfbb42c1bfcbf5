// A patient's relatives: the contacts in the Patient itself, and the RelatedPersons.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { PatientExtract } from '../../../../domain/records/patient.ts';
import { comparableForms } from '../../../../domain/rules/comparable-text.ts';
import { definedItems, nonBlank, partialObject } from '../../values/values.ts';
import { firstConceptText } from '../elements/coded.ts';
import { contactPoints, postalAddress } from '../elements/contact-points.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  firstChild,
  ignoringLosses,
  rootElement,
} from '../elements/element.ts';
import { chosenName, fullName, hasEnded, nameFromParts } from '../elements/names.ts';
import { bool, text, texts } from '../elements/primitives.ts';
import type { Tally } from '../elements/tally.ts';
import { mayMeanOpposite, type Resource } from '../json/resource.ts';
import type { PatientContext } from '../records/context.ts';
import { isWithheldFrom, marksProtected } from '../search/labels.ts';

type Patient = NonNullable<PatientExtract['Patient']>;
type Relative = NonNullable<NonNullable<Patient['PatientRelatives']>['PatientRelative']>[number];

const addressParts = (address: Element<R4.Address> | undefined) => {
  if (address === undefined) return {};
  const { careOf, street, postalCode, city, part } = postalAddress(address);
  return {
    PatientRelativeAddress: part('text'),
    PatientRelativeCOAddress: careOf,
    PatientRelativeStreetAddress: street,
    PatientRelativePostalCode: postalCode,
    PatientRelativeCity: city,
  };
};

const phoneSystems = new Set(['phone', 'sms']);

/** One phone number at home and one at work: current ones before old ones. All other contact points are counted. */
const phonesOf = (element: Element<R4.PatientContact | R4.RelatedPerson>) => {
  const points = contactPoints(element, { systems: phoneSystems, countsOthers: true });
  const phones = [...points.filter(({ use }) => use !== 'old'), ...points.filter(({ use }) => use === 'old')];
  const home = phones.find(({ use }) => use !== 'work');
  const work = phones.find(({ use }) => use === 'work');
  for (const phone of phones) if (phone !== home && phone !== work) countLoss(element, 'telecom', 'repeated');
  return { home: home?.value, work: work?.value };
};

type RelativeParts = {
  readonly element: Element<R4.PatientContact | R4.RelatedPerson>;
  readonly name: Element<R4.HumanName> | undefined;
  readonly address: Element<R4.Address> | undefined;
};

const relativeOf = ({ element, name, address }: RelativeParts): Relative | undefined => {
  const { home, work } = phonesOf(element);
  return partialObject<Relative>({
    PatientRelativeType: firstConceptText(element, 'relationship'),
    PatientRelativeGivenName: name === undefined ? undefined : nonBlank(texts(name, 'given').join(' ')),
    PatientRelativeFamilyName: text(name, 'family'),
    PatientRelativeName: fullName(name),
    PatientRelativeHomePhonenumber: home,
    PatientRelativeWorkPhonenumber: work,
    ...addressParts(address),
  });
};

/** A relative whose identity is protected, or may be: only the relationship is published. */
const relationshipOnly = (element: Element<R4.PatientContact | R4.RelatedPerson>): Relative => {
  countLoss(element, undefined, 'withheld');
  return omitUndefined<Relative>({ PatientRelativeType: firstConceptText(element, 'relationship') });
};

/** A form of a name in any order of its words. */
const sorted = (form: string): string =>
  form
    .split(/[ ,]+/)
    .filter(word => word !== '')
    .sort()
    .join(' ');

/** The most UTF-16 units in the names of one patient's relatives that are compared: hundreds of names. */
const maxNameUnits = 65_536;

/** The ways in which a name may be written elsewhere, in their forms for comparison; undefined if it is not compared (D33). */
type SpellingsOf = (name: Element<R4.HumanName>) => readonly string[] | undefined;

const spellings = (): SpellingsOf => {
  const formsOf = comparableForms();
  let left = maxNameUnits;
  return name => {
    const [given, family] = [texts(name, 'given'), text(name, 'family') ?? ''];
    const written = [
      text(name, 'text') ?? '',
      nameFromParts(name) ?? '',
      [...given, family].join(' '),
      [...given.slice(0, 1), family].join(' '),
    ];
    const units = written.join('').length;
    const forms = units > left ? [undefined] : written.map(formsOf);
    if (!forms.every(form => form !== undefined)) return undefined;
    left -= units;
    return forms
      .flat()
      .map(sorted)
      .filter(spelling => spelling !== '');
  };
};

const mayBeProtected = (relatedPerson: Resource<R4.RelatedPerson>): boolean =>
  mayMeanOpposite(relatedPerson) || marksProtected(relatedPerson) !== false;

/**
 * The spellings of the names of a contact or a RelatedPerson; `unknown` if it has none, or something of them
 * cannot be read; `not-compared` if one is too long (D33).
 */
const spellingsIn = (
  names: readonly Element<R4.HumanName>[],
  { losses }: Tally,
  spellingsOf: SpellingsOf,
) => {
  const written = names.map(spellingsOf);
  if (written.includes(undefined)) return 'not-compared';
  const all = written.flatMap(some => some ?? []);
  return all.length === 0 || losses.length > 0 ? 'unknown' : all;
};

/**
 * Whether a contact may be a relative whose identity is protected, or has a name that is not compared: by the name, or because one of the
 * two names is not known. Also of those who are not published themselves: the same person may stand among the contacts.
 */
const mayBeHidden = (relatedPersons: readonly Resource<R4.RelatedPerson>[], spellingsOf: SpellingsOf) => {
  const hidden = relatedPersons.filter(mayBeProtected).map(resource => {
    const root = rootElement(resource);
    return spellingsIn(children(root, 'name'), root.tally, spellingsOf);
  });
  const known = hidden.filter(names => typeof names !== 'string');
  const areKnown = known.length === hidden.length;
  const listed = new Set(known.flat());
  return (contact: Element<R4.PatientContact>): boolean => {
    const quiet = ignoringLosses(contact);
    const names = spellingsIn(definedItems([child(quiet, 'name')]), quiet.tally, spellingsOf);
    if (names === 'not-compared') return true;
    if (hidden.length === 0) return false;
    return names === 'unknown' || !areKnown || names.some(spelling => listed.has(spelling));
  };
};

/** The RelatedPersons that are active. Their losses count for the patient. */
const currentRelatedPersons = (
  root: Element<R4.Patient>,
  context: PatientContext,
  relatedPersons: readonly Resource<R4.RelatedPerson>[],
) =>
  relatedPersons.flatMap(resource => {
    const element = rootElement(resource, root.tally);
    if (bool(element, 'active') === false || hasEnded(element, context)) return [];
    if (isWithheldFrom(root, resource, context.members)) return [];
    return [{ element, name: chosenName(children(element, 'name'), context), resource }];
  });

/** @param relatedPersons the patient's own. */
export const relativesOf = (
  root: Element<R4.Patient>,
  context: PatientContext,
  relatedPersons: readonly Resource<R4.RelatedPerson>[],
): (Relative | undefined)[] => {
  const persons = currentRelatedPersons(root, context, relatedPersons);
  const spellingsOf = spellings();
  const isHidden = mayBeHidden(relatedPersons, spellingsOf);
  const isNotCompared = (name: Element<R4.HumanName> | undefined) =>
    name !== undefined && spellingsOf(ignoringLosses(name)) === undefined;

  // A contact cannot be marked as protected: the same name counts as the same person, and so does an unknown one.
  const contacts = children(root, 'contact').map(element =>
    isHidden(element)
      ? relationshipOnly(element)
      : relativeOf({ element, name: child(element, 'name'), address: child(element, 'address') }),
  );
  const related = persons.map(({ resource, element, name }) =>
    mayBeProtected(resource) || isNotCompared(name)
      ? relationshipOnly(element)
      : relativeOf({ element, name, address: firstChild(element, 'address') }),
  );
  return [...contacts, ...related];
};

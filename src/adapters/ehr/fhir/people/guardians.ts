// Who may act for a patient: guardians among the RelatedPersons. What cannot be read grants nothing.
import type { Family, Guardianship, Relations } from '../../relations.ts';
import { conceptOf } from '../elements/coded.ts';
import { child, children, type Element, isPresent, rootElement, text } from '../elements/element.ts';
import { idsIn, plainNumber } from '../elements/identifiers.ts';
import { withholdingElement } from '../linked/labels.ts';
import type { Translation } from '../translation.ts';
import { idOf, type Resource } from '../wire/bundle.ts';
import { fhirClient, type Server } from '../wire/client.ts';
import { newPool } from '../wire/pool.ts';
import { findPatient, type Person } from './find-patient.ts';
import { replacedIds } from './main-patient.ts';
import { ownerOf } from './owner.ts';
import { relatedPersonsOf } from './read-patients.ts';

/** Whether a relationship is listed, system and code: a code without its system may mean anything. */
const isGuardian = (root: Element, { members }: Translation): boolean =>
  children(root, 'relationship').some(
    concept =>
      conceptOf(concept)?.codings.some(({ system = '', code }) =>
        members.guardianCodes.has(`${system}|${code}`),
      ) === true,
  );

/** The only personal identity number; undefined where there is none, or more than one. */
const onlyNumber = (root: Element, { registers }: Translation): string | undefined => {
  const numbers = new Set(
    idsIn(root).flatMap(({ system, value }) =>
      registers.kindOf(system) === 'personal' && value !== undefined ? [plainNumber(value)] : [],
    ),
  );
  const [only, ...others] = numbers;
  return others.length === 0 ? only : undefined;
};

/** Whether a primitive has a value, or something that stands for one: the word that it is not known. */
const isMentioned = (element: Element, member: string): boolean =>
  isPresent(element, member) || isPresent(element, `_${member}`);

type Days = Pick<Guardianship, 'from' | 'to'>;

/** The days on which it certainly holds; undefined where they cannot be read. */
const daysOf = (root: Element, { times }: Translation): Days | undefined => {
  if (!isPresent(root, 'period')) return { from: undefined, to: undefined };
  const period = child(root, 'period');
  if (period === undefined) return undefined;
  const [start, end] = [text(period, 'start'), text(period, 'end')];
  const from = start === undefined ? undefined : times.certainDay(start, 'begin');
  const to = end === undefined ? undefined : times.certainDay(end, 'end');
  const isReadable =
    (from !== undefined || !isMentioned(period, 'start')) &&
    (to !== undefined || !isMentioned(period, 'end'));
  return isReadable ? { from, to } : undefined;
};

const isCertainlyActive = ({ active }: Resource): boolean =>
  active === undefined || active === null || active === true;

const guardianshipOf = (
  resource: Resource,
  person: Person,
  translation: Translation,
): Guardianship | undefined => {
  const root = rootElement(resource);
  const isCertain =
    isCertainlyActive(resource) &&
    withholdingElement(resource, translation.members) === undefined &&
    ownerOf(child(root, 'patient'), { person, translation }).isPatient &&
    isGuardian(root, translation);
  if (!isCertain) return undefined;
  const guardian = onlyNumber(root, translation);
  const days = daysOf(root, translation);
  return guardian === undefined || days === undefined ? undefined : { guardian, ...days };
};

/** Somebody who has died, or whose record no longer holds, has no guardians. */
const hasGuardians = ({ main, all }: Person, translation: Translation): boolean =>
  isCertainlyActive(main) &&
  !replacedIds(all, translation).has(idOf(main) ?? '') &&
  (main.deceasedBoolean === false || !isMentioned(rootElement(main), 'deceasedBoolean')) &&
  !isMentioned(rootElement(main), 'deceasedDateTime');

/** Asks the server for the family of one person. */
export const readGuardians =
  (server: Server, translation: Translation): Relations =>
  async ({ patient, call }): Promise<Family> => {
    const client = fhirClient(server, call);
    const pool = newPool();
    const person = await findPatient(client, translation, { number: patient, pool });
    const related = await relatedPersonsOf(client, { translation, person, pool });
    return {
      birthDate: translation.times.date(rootElement(person.main), 'birthDate'),
      guardians: hasGuardians(person, translation)
        ? related.flatMap(one => guardianshipOf(one, person, translation) ?? [])
        : [],
    };
  };

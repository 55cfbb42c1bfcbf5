// Who may act for a patient: guardians among the RelatedPersons. Unreadable entries grant nothing.
import type * as R4 from 'fhir/r4.js';
import type { Family, Guardianship, Relations } from '../../relations.ts';
import { conceptOf } from '../elements/coded.ts';
import { child, children, type Element, isPresent, rootElement, sentBeside } from '../elements/element.ts';
import { personalNumbers } from '../elements/identifiers.ts';
import { text } from '../elements/primitives.ts';
import { isFilled, mayMeanOpposite, type Resource } from '../json/resource.ts';
import { openQuestion } from '../records/context.ts';
import type { FoundPerson } from '../search/find-patient.ts';
import { withholdingElement } from '../search/labels.ts';
import { findRelatedPersons } from '../search/related-persons.ts';
import { hasUnknownNumber, keyOfPatient } from '../search/same-person.ts';
import type { ServerContext } from '../search/server-context.ts';

/** Whether a relationship is configured. System and code must match: a code without a system may mean anything. */
const isGuardian = (root: Element<R4.RelatedPerson>, { members }: ServerContext): boolean =>
  children(root, 'relationship').some(
    concept =>
      conceptOf(concept)?.codings.some(({ system = '', code }) =>
        members.guardianCodes.has(`${system}|${code}`),
      ) === true,
  );

/** The personal identity number; undefined if there is none, or more than one. */
const onlyNumber = (root: Element<R4.RelatedPerson>, { registers }: ServerContext): string | undefined => {
  const [only, ...others] = new Set(personalNumbers(root, registers));
  return others.length === 0 ? only : undefined;
};

/** Whether a primitive has a value, or an extension in its place, such as the reason for its absence. */
const isMentioned = <T>(element: Element<T>, member: keyof T & string): boolean =>
  isPresent(element, member) || isFilled(sentBeside(element, member));

/** The days on which a guardianship certainly holds; undefined if they are unreadable. */
const daysOf = (root: Element<R4.RelatedPerson>, { times }: ServerContext) => {
  if (!isPresent(root, 'period')) return { from: undefined, to: undefined };
  const period = child(root, 'period');
  if (period === undefined) return undefined;
  const [start, end] = [text(period, 'start'), text(period, 'end')];
  // The server does not say when it holds: for example, only why the period is absent.
  if (start === undefined && end === undefined) return undefined;
  const from = start === undefined ? undefined : times.certainDay(start, 'begin');
  const to = end === undefined ? undefined : times.certainDay(end, 'end');
  const isReadable =
    (from !== undefined || !isMentioned(period, 'start')) &&
    (to !== undefined || !isMentioned(period, 'end'));
  return isReadable ? { from, to } : undefined;
};

const isCertainlyActive = (resource: Resource<R4.Patient | R4.RelatedPerson>): boolean =>
  resource.active === true || !isMentioned(rootElement(resource), 'active');

const guardianshipOf = (
  resource: Resource<R4.RelatedPerson>,
  server: ServerContext,
): Guardianship | undefined => {
  const root = rootElement(resource);
  const isCertain =
    isCertainlyActive(resource) &&
    withholdingElement(resource, server.members) === undefined &&
    isGuardian(root, server) &&
    !hasUnknownNumber(resource, server);
  if (!isCertain) return undefined;
  const guardian = onlyNumber(root, server);
  const days = daysOf(root, server);
  return guardian === undefined || days === undefined ? undefined : { guardian, ...days };
};

/** A person who has died, or whose Patient is inactive or replaced, or may mean the opposite, has no guardians. */
const hasGuardians = ({ main, replaced }: FoundPerson): boolean =>
  !mayMeanOpposite(main) &&
  isCertainlyActive(main) &&
  !replaced.has(keyOfPatient(main)) &&
  (main.deceasedBoolean === false || !isMentioned(rootElement(main), 'deceasedBoolean')) &&
  !isMentioned(rootElement(main), 'deceasedDateTime');

/** Reads the guardians and the birth date of a person. */
export const readGuardians =
  (server: ServerContext): Relations =>
  async (question): Promise<Family> => {
    const context = await openQuestion(server, question);
    const { person } = context;
    const { own } = await findRelatedPersons(context);
    return {
      birthDate: server.times.birthDate(rootElement(person.main), 'birthDate'),
      guardians: hasGuardians(person)
        ? own.flatMap(relatedPerson => guardianshipOf(relatedPerson, server) ?? [])
        : [],
    };
  };

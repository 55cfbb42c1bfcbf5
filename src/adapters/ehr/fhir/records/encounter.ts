// The Encounter that a note or a prescription belongs to, and the reasons of a contact or a prescription (`reasonsOf`).
import type * as R4 from 'fhir/r4.js';
import { joinedTexts, nonEmptyList, partialObject, timeValue } from '../../values/values.ts';
import { conceptTexts, firstConceptText } from '../elements/coded.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  hiding,
  hidingNothing,
  ignoringLosses,
  isMask,
  isMasked,
  objectAt,
  pathOf,
  rootOfType,
  type With,
  wasSent,
} from '../elements/element.ts';
import { extension } from '../elements/extensions.ts';
import { idAt, publishedIdentifier } from '../elements/identifiers.ts';
import { text } from '../elements/primitives.ts';
import { countUnresolved, literalOf, serverKey } from '../elements/reference.ts';
import { addOnce } from '../elements/tally.ts';
import type { Resource } from '../json/resource.ts';
import { labelsOf, secrecyLevelsOf } from '../search/labels.ts';
import { ownerOf } from '../search/owner.ts';
import { performingUnitUrl } from '../search/used-references.ts';
import type { PatientContext, Reading } from './context.ts';

/** What a lost reference to the Encounter of a record hides: its secrecy levels, and its unit, which may be that of the record. */
export const contactFacts = ['secrecy', 'unit'] as const;

const statuses: ReadonlyMap<string, string> = new Map([
  ['planned', 'PLANNED'],
  ['arrived', 'ARRIVED'],
  ['triaged', 'ARRIVED'],
  ['in-progress', 'ONGOING'],
  ['onleave', 'ONGOING'],
  ['finished', 'PERFORMED'],
  ['cancelled', 'CANCELLED'],
]);

/** The published status of a contact; undefined for a status without a published one. */
export const contactStatus = (status = ''): string | undefined => statuses.get(status);

/** Whether an Encounter belongs to the patient. Any other is ignored. */
export const isOwnEncounter = (encounter: Element<R4.Encounter>, context: PatientContext): boolean =>
  ownerOf(child(ignoringLosses(encounter), 'subject'), context).isPatient;

/**
 * Looks up the Encounter of a record: its `Type/id` on this server (`key`), else its identifier; and its root if it belongs to the patient.
 * One whose id is lost, or that is another patient's, is counted.
 */
export const encounterAt = (reference: Element<R4.Reference> | undefined, reading: Reading) => {
  if (reference === undefined) return undefined;
  const { references, addresses } = reading;
  const literal = literalOf(reference);
  const lookup = references.lookUp(reference);
  const { root } = lookup;
  const contact = rootOfType(root, 'Encounter');
  const isOwn = contact !== undefined && isOwnEncounter(contact, reading);
  // Another patient's is not shown, nor any of its ids.
  const isForeign = contact !== undefined && !isOwn;
  // A reference by `urn:uuid` does not have the id itself.
  const ofAny = addresses.localKey(literal) ?? (root && serverKey(root));
  const key = isForeign ? undefined : ofAny;
  const ownId = () => (isForeign ? undefined : publishedIdentifier(idAt(reference, 'identifier')));
  const id = key === undefined ? ownId() : { extension: key };
  const isUnknown = id === undefined && literal?.startsWith('#') !== true && lookup.state !== 'withheld';
  if (isForeign || isUnknown || (id === undefined && lookup.state === 'missing')) countUnresolved(reference);
  const wasReceived = literal !== undefined && references.peek(literal, reference.container) !== undefined;
  return {
    reference,
    key,
    id,
    root: isOwn ? contact : undefined,
    /**
     * Whether its resource was referred to and not read: it is missing, withheld, withdrawn or another patient's. An identifier alone
     * refers to no resource.
     */
    isUnread: !isOwn && (wasSent(reference, 'reference') || isMask(reference.node)),
    /** Whether it came along and is withheld or withdrawn, which its lookup counts. */
    isWithheld: wasReceived && root === undefined,
  };
};
export type RecordEncounter = NonNullable<ReturnType<typeof encounterAt>>;

/** Looks up the Encounter of a record that publishes its times, status and secrecy levels: one that was not read is counted. */
export const contactAt = (
  reference: Element<R4.Reference> | undefined,
  reading: Reading,
): RecordEncounter | undefined => {
  if (reference === undefined) return undefined;
  // Whether it hides the unit depends on what else names that.
  const contact = hiding(hidingNothing(reference), 'secrecy');
  const encounter = encounterAt(contact, reading);
  if (encounter?.isUnread === true && !encounter.isWithheld) countUnresolved(contact);
  return encounter;
};

/** The performing unit of a contact with the path of the element that names it, and the responsible unit. */
export const contactUnits = (encounter: Element<R4.Encounter>, { units }: PatientContext) => {
  const own = extension(encounter, performingUnitUrl);
  const performing = own === undefined ? undefined : units.in(own, 'valueReference');
  const provider = units.in(encounter, 'serviceProvider');
  return own === undefined || performing === undefined
    ? { performing: provider, performingPath: pathOf(encounter, 'serviceProvider'), responsible: undefined }
    : { performing, performingPath: pathOf(own, 'valueReference'), responsible: provider };
};

/** The begin and end of a period. Without a begin that was sent, the end is lost too. */
export const periodOf = (element: With<'period', R4.Period>, { times }: PatientContext) => {
  const period = objectAt<R4.Period, 'period'>(element, 'period');
  if (period === undefined) return { begin: undefined, end: undefined };
  const begin = times.begin(period, 'start');
  const end = times.end(period, 'end');
  const isBeginLost = begin === undefined && (wasSent(period, 'start') || isMasked(element, 'period'));
  if (!isBeginLost || end === undefined) return { begin, end };
  // Without a start, the end would be taken for it.
  countLoss(period, 'end');
  return { begin, end: undefined };
};

/** The reasons of a contact or a prescription as text: the coded ones, and the display of those that are referred to. */
export const reasonsOf = (root: Element<R4.Encounter | R4.MedicationRequest>): string | undefined => {
  const codes = conceptTexts(root, 'reasonCode');
  const references = children(root, 'reasonReference').map(reference => text(reference, 'display'));
  return joinedTexts([...codes, ...references], '; ');
};

/** The secrecy levels of a resource that is not withheld: its labels are readable. */
export const levelsOf = (encounter: Element<R4.Encounter>) =>
  partialObject({ SecrecyLevel: nonEmptyList(secrecyLevelsOf(labelsOf(encounter.node as Resource) ?? [])) });

/** The name of the unit where a contact takes place. A unit that cannot be identified is counted. */
export const performingUnitName = (
  encounter: Element<R4.Encounter>,
  context: PatientContext,
): string | undefined => {
  const { performing, performingPath: path } = contactUnits(encounter, context);
  if (performing?.isResolved === false && performing.unit === undefined)
    // The record's own unit may be the same, and counted.
    addOnce(encounter.tally, path, { path, reason: 'unreadable', hides: [] });
  return performing?.unit?.name;
};

/** What notes and prescriptions publish about their Encounter. They name the members differently. */
export const encounterParts = (encounter: Element<R4.Encounter>, reading: Reading) => {
  const { begin, end } = periodOf(encounter, reading);
  const sent = text(encounter, 'status');
  const status = contactStatus(sent);
  // `unknown` is R4's own word for a status that is not known.
  if (sent !== undefined && sent !== 'unknown' && status === undefined) countLoss(encounter, 'status');
  return {
    begin: timeValue(begin),
    end: timeValue(end),
    status,
    type: firstConceptText(encounter, 'type'),
    levels: levelsOf(encounter),
  };
};

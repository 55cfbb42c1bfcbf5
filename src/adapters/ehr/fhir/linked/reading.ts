// One record being translated: its resource, whose it is, and what it can be linked to.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { hsaId, timeValue } from '../../translation/values.ts';
import { child, type Element, text } from '../elements/element.ts';
import type { Person } from '../people/find-patient.ts';
import type { Translation } from '../translation.ts';
import type { ResourcePool } from '../wire/pool.ts';
import { type Professionals, professionalsIn } from './care-providers.ts';
import { marksProtected, mayMeanOpposite } from './labels.ts';
import { type References, referencesIn } from './references.ts';
import { type Units, unitsIn } from './units.ts';

/** What all records of a question are translated with. */
export type Context = {
  readonly translation: Translation;
  readonly person: Person;
  readonly references: References;
  readonly units: Units;
  readonly professionals: Professionals;
  /** Whether the patient's identity is protected; undefined where the server does not tell. */
  readonly isProtected: boolean | undefined;
};

/** Whether a Patient's identity is protected, as far as the server tells. */
export const protectionOf = (
  { main }: Pick<Person, 'main'>,
  { members }: Translation,
): boolean | undefined =>
  members.protectedIdentity === 'untold' || mayMeanOpposite(main) ? undefined : marksProtected(main);

export const contextFor = (translation: Translation, person: Person, pool: ResourcePool): Context => {
  const references = referencesIn(pool, translation);
  const units = unitsIn(translation, references);
  return {
    translation,
    person,
    references,
    units,
    professionals: professionalsIn(translation, { references, units }),
    isProtected: protectionOf(person, translation),
  };
};

/** A record, and what is known of its patient. */
export type Reading = Context & {
  readonly root: Element;
  readonly patientId: Identifier;
  /** Of several Patients of the person, the one that the record names. */
  readonly internalId: string | undefined;
};

/** When the server last changed the record; undefined where no clinical time of it can be read. */
export const changedAt = (
  { root, translation: { times } }: Pick<Reading, 'root' | 'translation'>,
  hasClinicalTime: boolean,
): string | undefined => {
  const meta = hasClinicalTime ? child(root, 'meta') : undefined;
  return meta === undefined ? undefined : times.point(meta, 'lastUpdated');
};

/** What every extract begins with. */
export const extractHead = (reading: Reading, changed: string | undefined) =>
  omitUndefined({
    ehr_system: hsaId(reading.translation.members.ehrSystem),
    time_created: timeValue(changed),
  });

/** The patient as records name it. */
export const patientPart = ({ patientId, internalId, isProtected }: Reading) =>
  omitUndefined({
    PatientID: patientId,
    PatientInternalID: internalId,
    PatientProtectedId: isProtected,
  });

/** An id of the server's own: `Type/id`, without a root. */
export const localId = (root: Element): Identifier => ({
  extension: `${root.name}/${text(root, 'id') ?? ''}`,
});

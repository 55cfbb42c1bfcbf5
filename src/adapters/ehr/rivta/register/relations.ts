// LookupResidentForFullProfile 1.1 → who may act for a person, according to the population register.
import { type Static, Type } from 'typebox';
import { Failure, unusableAnswer } from '../../../../domain/model/failure.ts';
import { withoutHyphen } from '../../../../domain/model/patient-number.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import type { Loss } from '../../../../ports/ehr.ts';
import type { Family, Guardianship, Relations } from '../../relations.ts';
import { nonBlank } from '../../values/values.ts';
import { type Contract, contractCaller, type SoapConnection } from '../soap/contract.ts';
import { birthDateSchema, codeSchema, textSchema } from '../wire-types.ts';
import { lookupRequest, residentFullProfile, sourceMissing } from './resident-full-profile.ts';
import { RelationType } from './wire-types.ts';

const RelatedType = objectOf({
  Personpost: objectOf({
    PersonId: codeSchema,
    Fodelsetid: birthDateSchema,
    // Deregistered persons can neither act for others nor be acted for.
    Avregistrering: objectOf({ AvregistreringsorsakKod: codeSchema, Avregistreringsdatum: textSchema }),
    Relationer: objectOf({ Relation: Type.Array(RelationType) }),
  }),
});

const contract: Contract<typeof RelatedType> = { ...residentFullProfile, schema: RelatedType };

/** The type of a child's relation to its guardian. The guardian's relation to the child is `VF`. */
const guardian = 'V';

/** Statuses of a relation that is certainly in force: none, or new. */
const activeStatuses = new Set([undefined, 'NY']);

const isDate = (written: string) => /^\d{4}(\d{2}(\d{2})?)?$/.test(written);

/**
 * The first or the last possible day of an incomplete date (`2024`, `202403`, `20240300`), so a guardianship never lasts
 * longer than is certain. Days are compared as text, so the 31st need not exist.
 */
const certainDay = (written: string, end: 'first' | 'last'): string => {
  const certainPart = written.slice(0, 4) + written.slice(4).replace(/(00){1,2}$/, '');
  return certainPart + (end === 'first' ? 'YYYY0101' : 'YYYY1231').slice(certainPart.length);
};

/** A guardian; undefined for any other relation, and for one that is not certainly in force. */
const guardianshipOf = (relation: RelationType): Guardianship | undefined => {
  const number = nonBlank(relation.RelationId?.PersonNr)?.trim();
  const { RelationFromdatum, RelationTomdatum } = relation;
  const [from, to] = [RelationFromdatum, RelationTomdatum].map(day => nonBlank(day)?.trim());
  const isCertain =
    relation.Relationstyp === guardian &&
    relation.Avregistrering === undefined &&
    activeStatuses.has(nonBlank(relation.Status)?.trim());
  if (number === undefined || !isCertain) return undefined;
  if ([from, to].some(day => day !== undefined && !isDate(day))) return undefined;
  return {
    guardian: withoutHyphen(number),
    from: from === undefined ? undefined : certainDay(from, 'last'),
    to: to === undefined ? undefined : certainDay(to, 'first'),
  };
};

const familyOf = ({ Personpost: person = {} }: Static<typeof RelatedType>): Family => ({
  birthDate: person.Fodelsetid,
  guardians:
    person.Avregistrering === undefined
      ? (person.Relationer?.Relation ?? []).flatMap(relation => guardianshipOf(relation) ?? [])
      : [],
});

/**
 * Whether a loss may be the end of a relation. The entry has much that is not read here, and counted where it is published;
 * but within the relations, what no contract names may limit one.
 */
const affectsRelations = ({ path, reason }: Loss): boolean =>
  reason !== 'unmapped' || path.startsWith('resident/Personpost/Relationer');

/** Reads the guardians and the birth date of a person. An unreadable entry grants nothing: at worst, a guardianship is missing. */
export const readRelations = (connection: SoapConnection): Relations => {
  const callContract = contractCaller(connection, contract);

  return async ({ patient, call }) => {
    const entries: Static<typeof RelatedType>[] = [];
    for await (const item of callContract({ body: lookupRequest(patient), call })) {
      if ('omitted' in item) {
        // The missing data may be the end of a relation.
        if (item.omitted !== 'unmapped') throw sourceMissing();
        continue;
      }
      const { document, losses } = item;
      // The lost value may be the end of a relation, so the rest of the entry proves nothing.
      entries.push(
        losses.some(affectsRelations)
          ? { Personpost: { PersonId: document.Personpost?.PersonId ?? '' } }
          : document,
      );
    }
    const own = entries.filter(entry => withoutHyphen(entry.Personpost?.PersonId ?? '') === patient);
    const [only, ...others] = own;
    if (entries.length === 0) throw new Failure('patient-unknown');
    if (only === undefined || others.length > 0) {
      throw unusableAnswer('ehr-wrong-patient', 'not exactly one entry for the person');
    }
    return familyOf(only);
  };
};

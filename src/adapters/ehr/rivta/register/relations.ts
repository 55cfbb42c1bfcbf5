// LookupResidentForFullProfile 1.1 → who may act for a person, as the population register has it.
import Type, { type Static } from 'typebox';
import { Failure } from '../../../../domain/model/failure.ts';
import { withoutHyphen } from '../../../../domain/model/patient-number.ts';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import type { Family, Guardianship, Relations } from '../../relations.ts';
import { nonBlank } from '../../translation/values.ts';
import { asking, type Connection, type Contract } from '../soap/ask.ts';
import { conclusion } from '../soap/conclusion.ts';
import { date, text } from '../wire-types.ts';
import { lookup, residentFullProfile } from './resident-full-profile.ts';

/** Whoever is no longer in the register acts for nobody, and nobody for them. */
const AvregistreringType = objectOf({ AvregistreringsorsakKod: text, Avregistreringsdatum: text });

const RelationType = objectOf({
  RelationId: objectOf({ PersonNr: text, FodelsetidNr: text }),
  Relationstyp: text,
  RelationFromdatum: text,
  RelationTomdatum: text,
  Avregistrering: AvregistreringType,
  Status: text,
});
type RelationType = Static<typeof RelationType>;

const RelatedType = objectOf({
  Personpost: objectOf({
    PersonId: text,
    Fodelsetid: date,
    Avregistrering: AvregistreringType,
    Relationer: objectOf({ Relation: Type.Array(RelationType) }),
  }),
});

const contract: Contract<typeof RelatedType> = { ...residentFullProfile, schema: RelatedType };

/** The relation of a child to its guardian; the guardian's own to the child is `VF`. */
const guardian = 'V';

/** Statuses of a relation that is certainly in force: none, and new. */
const inForce = new Set([undefined, 'NY']);

const isDate = (written: string) => /^\d{4}(\d{2}(\d{2})?)?$/.test(written);

/**
 * The first or the last day that an incomplete date (`2024`, `202403`, `20240300`) may mean, so that no right is longer
 * than what is certain. Days are compared as text: there need not be a 31st.
 */
const certainDay = (written: string, end: 'first' | 'last'): string => {
  const known = written.slice(0, 4) + written.slice(4).replace(/(00){1,2}$/, '');
  return known + (end === 'first' ? 'YYYY0101' : 'YYYY1231').slice(known.length);
};

/** One guardian; undefined for any other relation, and for one that cannot be told to be in force. */
const guardianshipOf = (relation: RelationType): Guardianship | undefined => {
  const number = nonBlank(relation.RelationId?.PersonNr)?.trim();
  const [from, to] = [
    nonBlank(relation.RelationFromdatum)?.trim(),
    nonBlank(relation.RelationTomdatum)?.trim(),
  ];
  const isCertain =
    relation.Relationstyp === guardian &&
    relation.Avregistrering === undefined &&
    inForce.has(nonBlank(relation.Status)?.trim());
  if (number === undefined || !isCertain) return undefined;
  if ([from, to].some(one => one !== undefined && !isDate(one))) return undefined;
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

const sourceMissing = () =>
  new Failure('ehr-unavailable', {
    reason: 'ehr-source-unavailable',
    detail: 'a source system of the register could not be asked',
  });

/** Asks the register for the family of one person. What it cannot read grants nothing: it is only a right less. */
export const readRelations = (connection: Connection): Relations => {
  const ask = asking(connection, contract);
  const headers = { logicalAddress: connection.own.logicalAddress };

  return async ({ patient, call }) => {
    const { ended, omissions } = conclusion(connection, contract, call);
    const found: Static<typeof RelatedType>[] = [];
    for await (const { document, losses } of ask({ headers, body: lookup(patient), call, ended })) {
      // A loss may be the end of a relation: what is left of the entry proves nothing.
      found.push(
        losses.length === 0 ? document : { Personpost: { PersonId: document.Personpost?.PersonId ?? '' } },
      );
    }
    // What is missing may be the end of a relation.
    if (omissions().length > 0) throw sourceMissing();
    const own = found.filter(one => withoutHyphen(one.Personpost?.PersonId ?? '') === patient);
    const [only, ...others] = own;
    if (found.length === 0) throw new Failure('patient-unknown');
    if (only === undefined || others.length > 0) {
      throw new Failure('ehr-unusable', {
        reason: 'ehr-wrong-patient',
        detail: "not one entry, and the person's own",
      });
    }
    return familyOf(only);
  };
};

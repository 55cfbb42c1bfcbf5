// An entry of LookupResidentForFullProfile 1.1, following its schema. What is not published is counted.
import { type Static, Type } from 'typebox';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { withHidden } from '../../../../domain/records/shared/hiding.ts';
import { birthDateSchema, codeSchema, dateSchema, textSchema } from '../wire-types.ts';

const SvenskAdressType = objectOf({
  LanKod: textSchema,
  KommunKod: textSchema,
  ForsamlingKod: textSchema,
  Fastighetsbeteckning: textSchema,
  CareOf: textSchema,
  Utdelningsadress1: textSchema,
  Utdelningsadress2: textSchema,
  PostNr: textSchema,
  Postort: textSchema,
  Folkbokforingsdatum: textSchema,
  SCB_Nyckelkod: textSchema,
});
export type SvenskAdressType = Static<typeof SvenskAdressType>;

const UtlandsadressType = objectOf({
  Utdelningsadress1: textSchema,
  Utdelningsadress2: textSchema,
  Utdelningsadress3: textSchema,
  Land: textSchema,
  Utlandsadressdatum: textSchema,
  Rostrattsdatum: textSchema,
});
export type UtlandsadressType = Static<typeof UtlandsadressType>;

const NamnType = objectOf({
  Tilltalsnamnsmarkering: codeSchema,
  Fornamn: textSchema,
  Mellannamn: textSchema,
  Efternamn: textSchema,
  Aviseringsnamn: textSchema,
});
export type NamnType = Static<typeof NamnType>;

/** The patient's relatives: for the right to act for the patient (relations.ts). Not published. */
export const RelationType = objectOf({
  RelationId: objectOf({ PersonNr: codeSchema, FodelsetidNr: textSchema }),
  Relationstyp: codeSchema,
  RelationFromdatum: textSchema,
  RelationTomdatum: textSchema,
  Namn: NamnType,
  Avregistrering: objectOf({
    AvregistreringsorsakKod: codeSchema,
    AvregistreringsorsakKodKomplett: codeSchema,
    Avregistreringsdatum: textSchema,
  }),
  Status: textSchema,
});
export type RelationType = Static<typeof RelationType>;

const PersonpostType = objectOf({
  PersonId: withHidden('owner', codeSchema),
  Kon: codeSchema,
  Fodelsetid: birthDateSchema,
  Avregistrering: objectOf({
    AvregistreringsorsakKod: codeSchema,
    AvregistreringsorsakKodKomplett: codeSchema,
    // May be incomplete (`2024`, `20240300`): only a complete date is readable.
    Avregistreringsdatum: dateSchema,
  }),
  Namn: NamnType,
  Folkbokforingsadress: SvenskAdressType,
  SarskildPostadress: SvenskAdressType,
  HanvisningsPersonNr: textSchema,
  Utlandsadress: UtlandsadressType,
  Civilstand: objectOf({ CivilstandKod: textSchema, Civilstandsdatum: textSchema }),
  Fodelse: objectOf({
    HemortSverige: objectOf({ FodelselanKod: textSchema, Fodelseforsamling: textSchema }),
    OrtUtlandet: objectOf({ FodelseortUtland: textSchema, Styrkt: textSchema, Fodelseland: textSchema }),
  }),
  Invandring: objectOf({ Invandringsdatum: textSchema }),
  Relationer: objectOf({ Relation: Type.Array(RelationType) }),
});
export type PersonpostType = Static<typeof PersonpostType>;

export const ResidentType = objectOf({
  Sekretessmarkering: withHidden('protection', codeSchema),
  SenasteAndringFolkbokforing: textSchema,
  Personpost: PersonpostType,
});
export type ResidentType = Static<typeof ResidentType>;

// An entry of LookupResidentForFullProfile 1.1, following its schema. What is not published is counted.
import { type Static, Type } from 'typebox';
import { objectOf } from '../../../../domain/records/shared/common.ts';
import { hiding } from '../../../../domain/records/shared/hiding.ts';
import { date, text } from '../wire-types.ts';

const SvenskAdressType = objectOf({
  LanKod: text,
  KommunKod: text,
  ForsamlingKod: text,
  Fastighetsbeteckning: text,
  CareOf: text,
  Utdelningsadress1: text,
  Utdelningsadress2: text,
  PostNr: text,
  Postort: text,
  Folkbokforingsdatum: text,
  SCB_Nyckelkod: text,
});
export type SvenskAdressType = Static<typeof SvenskAdressType>;

const UtlandsadressType = objectOf({
  Utdelningsadress1: text,
  Utdelningsadress2: text,
  Utdelningsadress3: text,
  Land: text,
  Utlandsadressdatum: text,
  Rostrattsdatum: text,
});
export type UtlandsadressType = Static<typeof UtlandsadressType>;

const NamnType = objectOf({
  Tilltalsnamnsmarkering: text,
  Fornamn: text,
  Mellannamn: text,
  Efternamn: text,
  Aviseringsnamn: text,
});
export type NamnType = Static<typeof NamnType>;

const AvregistreringType = objectOf({
  AvregistreringsorsakKod: text,
  AvregistreringsorsakKodKomplett: text,
  // May be incomplete (`2024`, `20240300`): only a complete date is readable.
  Avregistreringsdatum: date,
});

const FodelseType = objectOf({
  HemortSverige: objectOf({ FodelselanKod: text, Fodelseforsamling: text }),
  OrtUtlandet: objectOf({ FodelseortUtland: text, Styrkt: text, Fodelseland: text }),
});

/** The patient's relatives: for the right to act for the patient (relations.ts). Not published. */
export const RelationType = objectOf({
  RelationId: objectOf({ PersonNr: text, FodelsetidNr: text }),
  Relationstyp: text,
  RelationFromdatum: text,
  RelationTomdatum: text,
  Namn: NamnType,
  Avregistrering: objectOf({
    AvregistreringsorsakKod: text,
    AvregistreringsorsakKodKomplett: text,
    Avregistreringsdatum: text,
  }),
  Status: text,
});
export type RelationType = Static<typeof RelationType>;

const PersonpostType = objectOf({
  PersonId: hiding('owner', text),
  Kon: text,
  Fodelsetid: date,
  Avregistrering: AvregistreringType,
  Namn: NamnType,
  Folkbokforingsadress: SvenskAdressType,
  SarskildPostadress: SvenskAdressType,
  HanvisningsPersonNr: text,
  Utlandsadress: UtlandsadressType,
  Civilstand: objectOf({ CivilstandKod: text, Civilstandsdatum: text }),
  Fodelse: FodelseType,
  Invandring: objectOf({ Invandringsdatum: text }),
  Relationer: objectOf({ Relation: Type.Array(RelationType) }),
});
export type PersonpostType = Static<typeof PersonpostType>;

export const ResidentType = objectOf({
  Sekretessmarkering: hiding('protection', text),
  SenasteAndringFolkbokforing: text,
  Personpost: PersonpostType,
});
export type ResidentType = Static<typeof ResidentType>;

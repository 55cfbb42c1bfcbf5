// An entry of LookupResidentForFullProfile 1.1, as its schema has it. What is not published is counted.
import Type, { type Static } from 'typebox';
import { members } from '../../../../domain/records/shared/common.ts';
import { date, text } from '../wire-types.ts';

const SvenskAdressType = members({
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

const UtlandsadressType = members({
  Utdelningsadress1: text,
  Utdelningsadress2: text,
  Utdelningsadress3: text,
  Land: text,
  Utlandsadressdatum: text,
  Rostrattsdatum: text,
});
export type UtlandsadressType = Static<typeof UtlandsadressType>;

const NamnType = members({
  Tilltalsnamnsmarkering: text,
  Fornamn: text,
  Mellannamn: text,
  Efternamn: text,
  Aviseringsnamn: text,
});
export type NamnType = Static<typeof NamnType>;

const AvregistreringType = members({
  AvregistreringsorsakKod: text,
  AvregistreringsorsakKodKomplett: text,
  // May be incomplete (`2024`, `20240300`): only a whole date is a date.
  Avregistreringsdatum: date,
});

const FodelseType = members({
  HemortSverige: members({ FodelselanKod: text, Fodelseforsamling: text }),
  OrtUtlandet: members({ FodelseortUtland: text, Styrkt: text, Fodelseland: text }),
});

/** Who is related to the patient: for the right to act for somebody (relations.ts), and published to nobody. */
const RelationType = members({
  RelationId: members({ PersonNr: text, FodelsetidNr: text }),
  Relationstyp: text,
  RelationFromdatum: text,
  RelationTomdatum: text,
  Namn: NamnType,
  Avregistrering: members({
    AvregistreringsorsakKod: text,
    AvregistreringsorsakKodKomplett: text,
    Avregistreringsdatum: text,
  }),
  Status: text,
});

const PersonpostType = members({
  PersonId: text,
  Kon: text,
  Fodelsetid: date,
  Avregistrering: AvregistreringType,
  Namn: NamnType,
  Folkbokforingsadress: SvenskAdressType,
  SarskildPostadress: SvenskAdressType,
  HanvisningsPersonNr: text,
  Utlandsadress: UtlandsadressType,
  Civilstand: members({ CivilstandKod: text, Civilstandsdatum: text }),
  Fodelse: FodelseType,
  Invandring: members({ Invandringsdatum: text }),
  Relationer: members({ Relation: Type.Array(RelationType) }),
});
export type PersonpostType = Static<typeof PersonpostType>;

export const ResidentType = members({
  Sekretessmarkering: text,
  SenasteAndringFolkbokforing: text,
  Personpost: PersonpostType,
});
export type ResidentType = Static<typeof ResidentType>;

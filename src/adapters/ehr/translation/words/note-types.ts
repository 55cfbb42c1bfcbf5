// What kind of note a journal note is.
import { wordList } from './word-list.ts';

/** KV Anteckningstyp: a closed list, which the schema of GetCareDocumentation 2.1 enumerates. */
export const noteCodeWords = wordList(['1.2.752.129.2.2.2.11'], {
  utr: ['Utredning'],
  atb: ['Åtgärd/Behandling'],
  sam: ['Sammanfattning'],
  sao: ['Samordning'],
  ins: ['Inskrivning'],
  slu: ['Slutanteckning'],
  auf: ['Anteckning utan fysiskt möte'],
  sva: ['Slutenvårdsanteckning'],
  bes: ['Besöksanteckning'],
});

/** The types of documents that the same schema enumerates. They have no OID. */
export const documentTypeWords = wordList([], {
  epi: ['Epikris'],
  int: ['Intagningsanteckning'],
  dag: ['Daganteckning'],
  ova: ['Öppenvårdsanteckning'],
  ovs: ['Öppenvårdssammanfattning'],
  ovr: ['Övrigt dokument'],
});

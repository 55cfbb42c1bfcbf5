// Why a section of a note has no text.
import { wordList } from './word-list.ts';

export const emptyReasonWords = wordList(['http://terminology.hl7.org/CodeSystem/list-empty-reason'], {
  nilknown: ['Inget känt', 'Nil Known'],
  notasked: ['Inte efterfrågat', 'Not Asked'],
  withheld: ['Visas inte', 'Information Withheld'],
  unavailable: ['Uppgift saknas', 'Unavailable'],
  notstarted: ['Inte påbörjat', 'Not Started'],
  closed: ['Avslutat', 'Closed'],
});

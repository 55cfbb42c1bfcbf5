// Why a section of a note has no text.
import { wordList } from './word-list.ts';

export const emptyReasonWords = wordList(['http://terminology.hl7.org/CodeSystem/list-empty-reason'], {
  nilknown: ['Inget känt'],
  notasked: ['Inte efterfrågat'],
  withheld: ['Visas inte'],
  unavailable: ['Uppgift saknas'],
  notstarted: ['Inte påbörjat'],
  closed: ['Avslutat'],
});

// Documents that the patient may not see, and withdrawn documents, by id.
import { partialNotes } from '../../patients/failing.ts';
import type { Standing } from '../contracts/header.ts';

const normal: Standing = { approved: true };
const hidden: Standing = { approved: false };

/** Ids of the documents that only this region has (additions.ts). */
export const ids = {
  hiddenNote: 58_960,
  withdrawnNote: 58_961,
  pdfNote: 58_962,
  uncodedNote: 58_963,
  hiddenContact: 59_050,
  withdrawnContact: 59_051,
  hiddenSignal: 316,
  withdrawnSignal: 317,
  twoBlocks: 318,
  noBlock: 319,
  agent: 320,
  hiddenPrescription: 8120,
  withdrawnPrescription: 8121,
  generics: 8122,
  inWords: 8123,
  firstPrescription: 8124,
  discontinuation: 8125,
  partialPrescription: 8126,
  reserveNote: 58_964,
} as const;

const standings: ReadonlyMap<string, Standing> = new Map(
  [
    [ids.hiddenNote, hidden],
    [ids.withdrawnNote, { approved: true, nullified: 'Skriven på fel patient' }],
    [partialNotes.withheld, hidden],
    [ids.hiddenContact, hidden],
    [ids.withdrawnContact, { approved: true, nullified: 'Dubblett' }],
    [ids.hiddenSignal, hidden],
    [ids.withdrawnSignal, { approved: true, nullified: 'Felregistrerad' }],
    [ids.hiddenPrescription, hidden],
    [ids.withdrawnPrescription, { approved: true, nullified: 'Fel läkemedel' }],
  ].map(([id, standing]) => [String(id), standing as Standing]),
);

export const standingOf = (documentId: string): Standing => standings.get(documentId) ?? normal;

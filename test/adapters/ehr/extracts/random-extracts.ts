// Random right answers of the legacy interface: extracts with any of their members, of one patient.
import fc from 'fast-check';
import { encodings } from '../../../../sandbox/extracts/xml/encode.ts';
import { plain } from '../../../../sandbox/extracts/xml/variation.ts';
import { writeExtracts } from '../../../../sandbox/extracts/xml/write.ts';
import { people } from '../../../../sandbox/patients/patients.ts';
import { attentionSignal } from '../../../../sandbox/record-builders/attention-signal.ts';
import { contact } from '../../../../sandbox/record-builders/contact.ts';
import { journalNote } from '../../../../sandbox/record-builders/journal-note.ts';
import { patient } from '../../../../sandbox/record-builders/patient.ts';
import { prescription } from '../../../../sandbox/record-builders/prescription.ts';
import type { ObjectTree } from '../../../../sandbox/record-builders/record-tree.ts';
import { valuesOf } from '../../../round-trip/values.ts';

type Kind = { readonly root: string; readonly tree: ObjectTree; readonly id?: string };

const kinds: Readonly<Record<string, Kind>> = {
  '/extracts/patient': { root: 'PatientEHRExtracts', tree: patient },
  '/extracts/contacts': { root: 'ContactEHRExtracts', tree: contact },
  '/extracts/attentionsignals': { root: 'AttentionSignalEHRExtracts', tree: attentionSignal },
  '/extracts/prescriptions': { root: 'PrescriptionEHRExtracts', tree: prescription, id: 'PatientId' },
  '/extracts/journalnotes': { root: 'JournalNoteEHRExtracts', tree: journalNote },
};

/** The same seed gives the same answer. Undefined for documents that are not a list of extracts. */
export const randomExtracts = (request: string, seed: number): Uint8Array | undefined => {
  const kind = kinds[request];
  if (kind === undefined) return undefined;
  const { root, tree, id = 'PatientID' } = kind;
  const owner = { [id]: { root: '1.2.752.129.2.1.3.1', extension: people.tolvan.number } };
  const extracts = (fc.sample(valuesOf(tree), { seed, numRuns: 2 }) as Record<string, object>[]).map(
    extract => ({
      ...extract,
      Patient: { PatientProtectedId: false, ...extract.Patient, ...owner },
    }),
  );
  return writeExtracts({
    root,
    element: root.slice(0, -1),
    tree,
    version: 0.5,
    extracts,
    variation: plain,
    encoding: encodings.utf8,
  }).bytes;
};

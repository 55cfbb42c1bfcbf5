// The three kinds that are measured: as the sandbox's EHR lists them, with the operations that publish them.
import { extractLists } from '../../sandbox/extracts/lists.ts';

/** A list of the EHR, without what the service makes of it: the competitors get it as JSON. */
const kindOf = (
  { path, root, element, tree, version }: (typeof extractLists)[keyof typeof extractLists],
  { url, scope }: { readonly url: string; readonly scope: string },
) => ({ url, scope, path, root, element, tree, version });

export type Kind = ReturnType<typeof kindOf>;

const { patients, prescriptions, journalNotes } = extractLists;

export const kinds = {
  patient: kindOf(patients, { url: '/patients/patient/', scope: 'user/Patient-read' }),
  prescription: kindOf(prescriptions, {
    url: '/patients/medications/',
    scope: 'user/MedicationPrescription-read',
  }),
  note: kindOf(journalNotes, { url: '/patients/journalnotes/', scope: 'user/JournalNote-read' }),
} as const;

// The versions of the layouts in which the service itself makes records (D37, the layout of a message).
import type { RecordKind } from './index.ts';

/**
 * Kind → the version of the layout that `docs/records.md` describes. An adapter that makes records itself writes it as
 * their `XSDVersion`, if the contract has that member; extracts bring their own. A change of what is published raises it.
 */
export const layoutVersions = {
  appointments: undefined,
  videoMeetings: undefined,
  patients: { version: 0.43 },
  patientsV2: undefined,
  contacts: undefined,
  attentionSignals: undefined,
  prescriptions: { version: 0.32 },
  journalNotes: { version: 0.23 },
} as const satisfies Readonly<Record<RecordKind, { readonly version: number } | undefined>>;

// The versions of the layouts in which the service itself makes records (D37, the layout of a message).

/**
 * Kind → the version of the layout that `docs/records.md` describes. An adapter that makes records itself writes it as
 * their `XSDVersion`; extracts bring their own. A change of what is published raises it.
 */
export const layoutVersions = {
  patients: { version: 0.42 },
  prescriptions: { version: 0.31 },
  journalNotes: { version: 0.22 },
} as const;

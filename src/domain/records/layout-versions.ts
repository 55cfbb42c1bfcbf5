// The versions of the layouts in which the service itself makes records (D37, the layout of a message).

/**
 * Kind → the version of the layout that `docs/records.md` describes. An adapter that makes records itself writes it as
 * `XSDVersion.version`; extracts bring their own. A change of what is published raises it.
 */
export const layoutVersions = { patients: 0.42, prescriptions: 0.3, journalNotes: 0.21 } as const;

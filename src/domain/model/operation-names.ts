// The names of the operations (D23), for what cites them without knowing their rows, such as a subscription (D3).

/** In the order of their numbers. The rows are in http/operations/operations.ts. */
export const operationNames = [
  'paymentNotice',
  'appointmentChange',
  'appointments',
  'patient',
  'patientV2',
  'contacts',
  'attentionSignals',
  'videoMeetings',
  'medications',
  'journalNotes',
] as const;

export type OperationName = (typeof operationNames)[number];

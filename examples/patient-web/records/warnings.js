// Attention signals: warnings for care staff.

/** The five blocks; a signal should have one of them, and each that it has is shown. */
const kinds = [
  'HypersensitivityType',
  'ContagiousDiseaseType',
  'NonStandardProcedureType',
  'TreatmentAndConditionType',
  'UnstructuredType',
];

export const signalOf = ({ AttentionSignalEHRExtract: [extract] = [] }) => extract?.AttentionSignal ?? {};

/** The blocks that a signal has, with their names. */
export const blocksOf = signal =>
  kinds.filter(name => signal[name] !== undefined).map(name => [name, signal[name]]);

/** What a warning is about, in one line; undefined if it does not say. */
export const headingOf = signal => {
  const blocks = blocksOf(signal).map(([, block]) => block);
  const codes = blocks.flatMap(({ SignalATCCodes: codes }) => codes?.SignalATCCode ?? []);
  return (
    blocks.map(({ Heading: heading }) => heading).find(Boolean) ??
    blocks.flatMap(({ Agent: agents = [] }) => agents).find(Boolean) ??
    codes.map(({ displayName, code }) => displayName?.value ?? code).find(Boolean) ??
    signal.SignalWarningSubType
  );
};

/**
 * Whether a warning is in force. Its end may be in the future.
 * @param {string} now local time of the region as 14 digits.
 */
export const isInForce = (
  { SignalActive: isActive, SignalDeletionDate: end, UnstructuredType: unstructured },
  now,
) => isActive !== false && unstructured?.Valid !== false && !(end?.value <= now);

/** Whether a reaction may be life-threatening, in the words of Swedish records or of FHIR, whose high criticality means that. */
export const isLifeThreatening = signal =>
  blocksOf(signal).some(([, { Severity: severity = '' }]) =>
    /livshot|hög risk|life.?threat|high|fatal/i.test(severity),
  );

/**
 * Whether a warning is important enough for everybody's first view: life-threatening, or an allergy whose severity is not said. What
 * is not said is not harmless.
 */
export const isImportant = signal =>
  isLifeThreatening(signal) ||
  (signal.HypersensitivityType !== undefined && !signal.HypersensitivityType.Severity);

/** Since when a warning holds: when it was confirmed, else when it was saved. */
export const sinceOf = ({ SignalVerifiedDateTime: verified, SignalVersionDateTime: saved }) =>
  verified ?? saved?.value;

/**
 * @param {Map<string, object>} records by key
 * @returns the warnings in force, life-threatening ones first, and those that have ended.
 */
export const inGroups = (records, now) => {
  const all = [...records].map(([key, record]) => ({ key, record, signal: signalOf(record) }));
  const inForce = all.filter(({ signal }) => isInForce(signal, now));
  return {
    inForce: inForce.toSorted(
      (a, b) => Number(isLifeThreatening(b.signal)) - Number(isLifeThreatening(a.signal)),
    ),
    ended: all.filter(({ signal }) => !isInForce(signal, now)),
  };
};

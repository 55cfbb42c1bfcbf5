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

const same = (one, other) => one.trim().toLowerCase() === other?.trim().toLowerCase();
/** The words that stand for a kind where nothing names what a warning is about (D39). */
const wordsOfKinds = ['Allergi', 'Varning'];

/**
 * What a warning is about: the substance, agent, treatment, disease or implant, and what more it names. Where its heading is only its
 * kind, another member names it.
 * @returns {{ title?: string, others: string[] }} `title` is undefined if nothing but the kind is known.
 */
export const subjectOf = signal => {
  const kind = signal.SignalWarningSubType;
  const isKind = text => [...wordsOfKinds, kind, ...(kind?.split(', ') ?? [])].some(word => same(text, word));
  const names = blocksOf(signal).flatMap(
    ([, { Heading, Agent = [], SignalATCCodes: codes, TreatmentDescription, DiagnosisDescription }]) => [
      isKind(Heading ?? '') ? undefined : Heading,
      ...Agent,
      ...(codes?.SignalATCCode ?? []).map(({ displayName, code }) => displayName?.value ?? code),
      TreatmentDescription,
      DiagnosisDescription,
    ],
  );
  const [title, ...others] = names.filter(Boolean);
  return { title, others: [...new Set(others)].filter(one => !same(one, title)) };
};

/** Whether nothing but its kind is known of a warning: whoever reads it must ask. */
export const isKindOnly = signal =>
  subjectOf(signal).title === undefined &&
  blocksOf(signal).every(
    ([, { Comment, Reaction, ReactionTypes = [] }]) => !Comment && !Reaction && !ReactionTypes.length,
  );

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
 * Whether a warning is important enough for everybody's first view: life-threatening, an allergy whose severity is not said, or one
 * that cannot be shown. What is not said is not harmless.
 */
export const isImportant = signal =>
  isLifeThreatening(signal) ||
  isKindOnly(signal) ||
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

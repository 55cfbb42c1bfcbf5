// Attention signals: warnings for care staff. Inactive ones are shown separately.
import { card, facts } from '../dom.js';
import { isInForce, readable } from '../format.js';

export const title = 'Warnings';
/** The name of the operation in `/capabilities`. */
export const operation = 'attentionSignals';
export const path = '/patients/attentionsignals/';

/** The five blocks; a signal has one of them. */
const kinds = {
  HypersensitivityType: 'Hypersensitivity',
  ContagiousDiseaseType: 'Contagious disease',
  NonStandardProcedureType: 'Departure from normal care',
  TreatmentAndConditionType: 'Treatment or condition',
  UnstructuredType: 'Warning',
};

const warningCard = ({ AttentionSignalEHRExtract: [extract] = [] }) => {
  const signal = extract?.AttentionSignal ?? {};
  const [kind] = Object.keys(kinds).filter(name => name in signal);
  const block = signal[kind] ?? {};
  const isPast = !isInForce(signal);
  return card(
    {
      title: block.Heading ?? signal.SignalWarningSubType ?? 'Warning',
      kind: isPast ? '' : 'warning',
      tag: isPast ? 'no longer in force' : undefined,
    },
    facts({
      Kind: kinds[kind],
      'How severe': block.Severity,
      Reaction: block.Reaction,
      Certainty: block.Certitude,
      Comment: block.Comment,
      'Established on': readable(signal.SignalVerifiedDateTime),
      'Valid until': readable(signal.SignalDeletionDate?.value),
    }),
  );
};

export const cards = records => records.map(warningCard);

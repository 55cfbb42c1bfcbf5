// Attention signals: warnings for care staff. Those that are no longer in force are marked, and stand last.
import { card, el, facts, inSwedish } from '../dom.js';
import { isInForce, readable } from '../format.js';
import { everything } from '../record.js';

export const title = 'Warnings';
/** The name of the operation in `/capabilities`. */
export const operation = 'attentionSignals';
export const path = '/patients/attentionsignals/';
export const none = 'No warnings are recorded.';

/** The five blocks; a signal should have one of them, and each that it has is shown. */
const kinds = {
  HypersensitivityType: 'Hypersensitivity',
  ContagiousDiseaseType: 'Contagious disease',
  NonStandardProcedureType: 'Departure from normal care',
  TreatmentAndConditionType: 'Treatment or condition',
  UnstructuredType: 'Warning',
};

const withCode = (words, code) => (words && code ? `${words} (${code})` : (words ?? code));

const reassessmentOf = ({ ReasessmentRequired, ReasessmentDateTime, ReasessmentComment }) => {
  const lines = [
    ReasessmentRequired === true ? 'yes' : undefined,
    readable(ReasessmentDateTime?.value),
    inSwedish(ReasessmentComment),
  ].filter(Boolean);
  return lines.length === 0 ? undefined : el('div', {}, ...lines.map(line => el('div', {}, line)));
};

const blockFacts = (name, block) =>
  facts({
    Kind: kinds[name],
    About: inSwedish(block.Heading),
    Substances: inSwedish(
      ...(block.Agent ?? []),
      ...(block.SignalATCCodes?.SignalATCCode ?? []).map(({ code, displayName }) =>
        withCode(displayName?.value, code),
      ),
    ),
    'How severe': inSwedish(block.Severity),
    Reaction: inSwedish(block.Reaction, ...(block.ReactionTypes ?? [])),
    Certainty: inSwedish(block.Certitude),
    Treatment: inSwedish(withCode(block.TreatmentDescription, block.TreatmentCode)),
    'Treated on': readable(block.TreatmentDateTime?.value),
    Diagnosis: inSwedish(withCode(block.DiagnosisDescription, block.DiagnosisCode)),
    'Diagnosed on': readable(block.DiagnosisDateTime?.value),
    Urgency: inSwedish(block.Type),
    Comment: inSwedish(block.Comment),
    'To assess again': reassessmentOf(block),
  });

const signalOf = ({ AttentionSignalEHRExtract: [extract] = [] }) => extract?.AttentionSignal ?? {};

const warningCard = (record, now) => {
  const signal = signalOf(record);
  const present = Object.keys(kinds).filter(name => signal[name] !== undefined);
  const blocks = present.map(name => signal[name]);
  const isPast = !isInForce(signal, now);
  return card(
    {
      title:
        inSwedish(
          blocks.map(block => block.Heading).find(Boolean) ??
            blocks.flatMap(block => block.Agent ?? [])[0] ??
            signal.SignalWarningSubType,
        ) ?? 'Warning',
      kind: isPast ? '' : 'warning',
      tag: isPast ? 'no longer in force' : undefined,
    },
    ...present.map(name => blockFacts(name, signal[name])),
    facts({
      'Kind, in words': inSwedish(signal.SignalWarningSubType),
      'Established on': readable(signal.SignalVerifiedDateTime),
      [isPast ? 'Ended' : 'Valid until']: readable(signal.SignalDeletionDate?.value),
      'Why it ended': inSwedish(signal.SignalDeletionComment),
    }),
    everything(record),
  );
};

/** Those in force first. */
export const order = (records, { now }) =>
  records.toSorted((a, b) => Number(isInForce(signalOf(b), now)) - Number(isInForce(signalOf(a), now)));
export const cards = (records, { now }) => records.map(record => warningCard(record, now));

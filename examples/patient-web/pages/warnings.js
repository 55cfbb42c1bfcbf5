// Warnings: rows with the severity as a pill, those that have ended folded; and a page for each.
import { dotted, el, facts, inSwedish, inWords } from '../dom.js';
import { reads } from '../reads.js';
import { everything } from '../record.js';
import { keyed } from '../records/keys.js';
import {
  blocksOf,
  inGroups,
  isInForce,
  isKindOnly,
  isLifeThreatening,
  signalOf,
  sinceOf,
  subjectOf,
} from '../records/warnings.js';
import { listOf, pill, quiet, row, rows } from '../rows.js';
import { readable, readableMonth } from '../time.js';
import { closedWord } from '../words/closed.js';
import { w } from '../words/words.js';
import { recordPage } from './record-page.js';

const hrefOf = key => `#health/warning/${encodeURIComponent(key)}`;
const idOfSignal = record => signalOf(record).RcId?.extension;
export const keyedWarnings = json => keyed(json, idOfSignal);

const nameOf = signal => inSwedish(subjectOf(signal).title) ?? w().warning.title;

const shortKinds = signal => blocksOf(signal).map(([name]) => w().warning.kindsShort[name]);

/** The kind of a warning, which follows what it is about. */
const kindOf = signal => inWords(signal.SignalWarningSubType) ?? dotted(...shortKinds(signal));

const severityPill = signal => {
  const severity = blocksOf(signal)
    .map(([, block]) => block.Severity)
    .find(Boolean);
  if (severity === undefined) return undefined;
  return pill(inWords(severity), isLifeThreatening(signal) ? 'severe' : 'caution');
};

const lower = text => (text ? `${text[0].toLowerCase()}${text.slice(1)}` : undefined);

/** `Allergy · anaphylaxis · certain · since March 2010` */
const greyLine = signal => {
  const words = w().warning;
  const since = readableMonth(sinceOf(signal));
  const kind = kindOf(signal);
  const said = (kind?.textContent ?? kind ?? '').toLowerCase();
  return dotted(
    ...blocksOf(signal).flatMap(([name, { Reaction: reaction, Certitude: certainty }]) => [
      // What the kind of the warning says is not said again.
      words.kindsShort[name].toLowerCase().includes(said) ? undefined : words.kindsShort[name],
      inSwedish(lower(reaction)),
      lower(closedWord(certainty)) ?? inSwedish(lower(certainty)),
    ]),
    since && words.since(since),
  );
};

const commentOf = signal => inSwedish(...blocksOf(signal).map(([, { Comment: comment }]) => comment));

export const warningRow = ({ key, signal }) =>
  row(
    {
      href: hrefOf(key),
      title: nameOf(signal),
      beside: besideName(signal),
      pill: severityPill(signal),
      kind: isLifeThreatening(signal) ? 'severe' : 'warning',
    },
    isKindOnly(signal) ? w().warning.unknown : inSwedish(subjectOf(signal).others.join(', ')),
    greyLine(signal) && quiet(greyLine(signal)),
    commentOf(signal),
  );

const besideName = signal => kindOf(signal) && el('span', {}, '· ', kindOf(signal));

const endedRow = ({ key, signal }) => {
  const end = readable(signal.SignalDeletionDate?.value);
  return row(
    { href: hrefOf(key), title: nameOf(signal), beside: besideName(signal) },
    quiet(end === undefined ? w().warning.ended : w().warning.endedAt(end)),
  );
};

/** The warnings in force as rows, and those that have ended, folded. */
export const warningsSection = ({ json, leftOut }, { now }) => {
  const { inForce, ended } = inGroups(keyedWarnings(json), now);
  const words = w().health;
  const list = listOf({ items: inForce.map(warningRow), none: words.noWarnings, leftOut });
  if (ended.length === 0) return list;
  return [
    ...list,
    el(
      'details',
      { class: 'ended' },
      el('summary', {}, words.endedWarnings(ended.length)),
      rows(...ended.map(endedRow)),
    ),
  ];
};

const withCode = (words, code) => (words && code ? `${words} (${code})` : (words ?? code));

const reassessmentOf = ({ ReasessmentRequired, ReasessmentDateTime, ReasessmentComment }) => {
  const lines = [
    ReasessmentRequired === true ? w().yes : undefined,
    readable(ReasessmentDateTime?.value),
    inSwedish(ReasessmentComment),
  ].filter(Boolean);
  return lines.length === 0 ? undefined : el('div', {}, ...lines.map(line => el('div', {}, line)));
};

const blockFacts = ([name, block]) => {
  const { fields, kinds, urgency } = w().warning;
  return facts([
    [fields.kind, kinds[name]],
    [fields.about, inSwedish(block.Heading)],
    [
      fields.substances,
      inSwedish(
        ...(block.Agent ?? []),
        ...(block.SignalATCCodes?.SignalATCCode ?? []).map(({ code, displayName }) =>
          withCode(displayName?.value, code),
        ),
      ),
    ],
    [fields.severity, inWords(block.Severity)],
    [fields.reaction, inSwedish(block.Reaction, ...(block.ReactionTypes ?? []))],
    [fields.certainty, inWords(block.Certitude)],
    [fields.treatment, inSwedish(withCode(block.TreatmentDescription, block.TreatmentCode))],
    [fields.treatedOn, readable(block.TreatmentDateTime?.value)],
    [fields.diagnosis, inSwedish(withCode(block.DiagnosisDescription, block.DiagnosisCode))],
    [fields.diagnosedOn, readable(block.DiagnosisDateTime?.value)],
    [fields.urgency, Object.hasOwn(urgency, block.Type ?? '') ? urgency[block.Type] : inSwedish(block.Type)],
    [fields.comment, inSwedish(block.Comment)],
    [fields.reassess, reassessmentOf(block)],
  ]);
};

/** Everything about a warning, for its own page. */
export const warningDetails = (record, { now }) => {
  const { fields, ended } = w().warning;
  const signal = signalOf(record);
  const isPast = !isInForce(signal, now);
  const severity = severityPill(signal);
  return [
    el(
      'section',
      { class: `panel ${isPast ? '' : isLifeThreatening(signal) ? 'severe' : 'warning'}`.trim() },
      el('p', {}, ...[kindOf(signal), severity].filter(Boolean).flatMap(part => [part, ' '])),
      isKindOnly(signal) ? el('p', { class: 'banner caution' }, w().warning.unknown) : undefined,
      isPast ? el('p', { class: 'banner caution' }, ended) : undefined,
      ...blocksOf(signal).map(blockFacts).filter(Boolean),
      facts([
        [fields.established, readable(signal.SignalVerifiedDateTime)],
        [isPast ? fields.endedAt : fields.validUntil, readable(signal.SignalDeletionDate?.value)],
        [fields.whyEnded, inSwedish(signal.SignalDeletionComment)],
      ]),
    ),
    everything(record),
  ];
};

export const warning = recordPage({
  kindOf: () => w().warning.title,
  path: reads.warnings.path,
  byKey: keyedWarnings,
  nameOf: record => nameOf(signalOf(record)),
  details: warningDetails,
  isVital: true,
});

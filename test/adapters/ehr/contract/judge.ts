// The rules that no damaged answer may break, whatever the protocol (D8, D14, D17, D26, D27, D29).
import { Ajv } from 'ajv';
import type { Hidden } from '../../../../src/domain/model/loss.ts';
import type { PatientNumber } from '../../../../src/domain/model/patient-number.ts';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { recordSchemas, sharedSchemas } from '../../../../src/domain/records/index.ts';
import type { LeftOut } from '../../../../src/domain/use-cases/left-out.ts';
import type { AnswerPlaces, DamagedKind } from './damage-harness.ts';
import { type Edit, isWithin, marker, markerNumber, type Place } from './document.ts';
import { othersAt } from './persons.ts';
import { countRecords, type Published } from './published.ts';

/** The answers of the service to one answer of the EHR. */
export type Views = {
  readonly plain: Published;
  /** To somebody who acts for the patient. */
  readonly acting: Published;
  /** Under each rule of the kind, by its name. */
  readonly ruled: ReadonlyMap<string, Published>;
  /** In the kind's interval. */
  readonly inInterval: Published;
  /** What the losses hide. */
  readonly hidden: ReadonlySet<Hidden>;
  /** Where the adapter quotes the answer in words that may be logged. */
  readonly quotes: readonly string[];
};

export type Judged = {
  readonly kind: SourceKind;
  readonly damagedKind: DamagedKind;
  readonly places: AnswerPlaces;
  readonly edits: readonly Edit[];
  readonly good: Views;
  readonly damaged: Views;
  readonly patient: PatientNumber;
};

const ajv = new Ajv({ strict: false, validateFormats: false });
for (const schema of sharedSchemas.values()) ajv.addSchema(schema);
const validators = new Map(
  Object.entries(recordSchemas).map(([kind, schema]) => [kind, ajv.compile(schema)]),
);

const jsonOf = ({ records }: Published) => records.join('\n');
const showsMarker = (published: Published) =>
  [marker, String(markerNumber)].some(written => jsonOf(published).includes(written));
const countsOf = ({ leftOut }: Published) => JSON.stringify(leftOut);
export const isSame = (left: Published, right: Published) =>
  jsonOf(left) === jsonOf(right) && countsOf(left) === countsOf(right) && left.failure === right.failure;

/** Whether an answer lacks more of anything than another one. */
export const countsMore = (good: LeftOut, damaged: LeftOut) =>
  (Object.keys(good) as (keyof LeftOut)[]).some(part => damaged[part] > good[part]);

/** Changes after which another value, or none, can be read: what it was before may not matter any more. */
const isReadable = ({ change }: Edit) => ['removed', 'empty', 'null', 'word', 'set'].includes(change);
const isMissing = ({ change }: Edit) => ['removed', 'empty', 'null'].includes(change);

const matches = (places: RegExp | undefined, path: string) => places?.test(path) === true;
/**
 * Whether a change is a number in place of a text, which an adapter may read as its digits: nothing is counted then. Beside other
 * changes, which may count, nobody can tell.
 */
const isReadAsDigits = ({ change, place }: Edit, { edits, good, damaged }: Judged) =>
  change === 'number' &&
  place.text !== undefined &&
  (edits.length > 1 || !countsMore(good.plain.leftOut, damaged.plain.leftOut));
/** Whether a change of a place reaches a matching one: the place itself, or one that it holds. */
const reaches = (places: RegExp | undefined, { place }: Edit, all: readonly Place[]) =>
  matches(places, place.path) ||
  all.some(
    ({ path }) =>
      (path.startsWith(`${place.path}/`) || path.startsWith(`${place.path}[]`)) && matches(places, path),
  );

/** Whether a change sets one of the listed values. */
const setsOneOf = (listed: AnswerPlaces['forbidden'], { place, value }: Edit) =>
  listed?.some(entry => entry.value === value && entry.place.test(place.path)) === true;

/** Whether a change sets a value with which a record must not be shown: a listed one, or another person's number. */
const setsForbidden = ({ places, patient }: Pick<Judged, 'places' | 'patient'>, edit: Edit) =>
  setsOneOf(places.forbidden, edit) ||
  (edit.value !== undefined && othersAt(edit.place, patient).includes(edit.value));

/** The finding that a damage changes neither the records nor a count. */
export const unnoticed = 'changes nothing';
/** The finding that a damage takes a value from the records, and no count says so. */
export const uncounted = 'loses a value without counting it';
export const isUncounted = (finding: string): boolean => finding === unnoticed || finding === uncounted;

/** Whether a damage is one of a value that a rule looks at, and not only one of what is published. */
export const isCritical = (
  edits: readonly Edit[],
  places: AnswerPlaces,
  { rules = [] }: DamagedKind,
): boolean => {
  const looksAt = [places.decisive, places.protection, ...rules.map(rule => rule.looksAt)];
  return edits.some(
    ({ place, change }) => change === 'set' || looksAt.some(pattern => matches(pattern, place.path)),
  );
};

/** A finding for every rule that is broken. */
export const judge = (judged: Judged, allPlaces: readonly Place[]): string[] => {
  const { kind, damagedKind, places, edits, good, damaged } = judged;
  const findings = [...damaged.quotes];
  const { plain, acting } = damaged;
  const only = edits.length === 1 ? edits[0] : undefined;

  const mayBeUnknown = edits.some(edit => matches(places.unknownPatient, edit.place.path));
  const codes = ['ehr-unusable', ...(mayBeUnknown ? ['patient-unknown'] : [])];
  if (plain.failure !== undefined && !codes.includes(plain.failure))
    findings.push(`fails with ${plain.failure}`);

  const validate = validators.get(kind);
  for (const record of plain.records) {
    if (validate?.(JSON.parse(record)) === false)
      findings.push(`publishes what the schema does not allow: ${ajv.errorsText(validate.errors)}`);
  }

  const count = (published: Published) => countRecords(kind, published);
  const decisive = edits.filter(
    edit =>
      edit.change !== 'stranger' &&
      matches(places.decisive, edit.place.path) &&
      !(isMissing(edit) && matches(places.mayBeMissing, edit.place.path)),
  );
  /** Records that the changes add: a second one may be shown where another one is hidden. */
  const added = edits.filter(
    ({ change, place }) => change.startsWith('repeated') && matches(places.records, place.path),
  ).length;
  if (
    (decisive.length > 0 || edits.some(edit => setsForbidden(judged, edit))) &&
    count(plain) >= count(good.plain) + added
  )
    findings.push('shows a record that may be hidden or of another patient');

  const hitsProtection = (edit: Edit) =>
    (edit.change !== 'stranger' && matches(places.protection, edit.place.path)) ||
    setsOneOf(places.protects, edit);
  /** Whether its record is made another patient's as well: what it says of protection is then not about this one. */
  const isOfAnother = ({ place }: Edit) => {
    const record = allPlaces.find(
      candidate => matches(places.records, candidate.path) && isWithin(place, candidate),
    );
    return (
      record !== undefined &&
      edits.some(other => setsForbidden(judged, other) && isWithin(other.place, record))
    );
  };
  if (edits.some(edit => hitsProtection(edit) && !isOfAnother(edit)) && acting.failure === undefined)
    findings.push('lets somebody act for a patient who may be protected');

  /** A change of whole records: afterwards, another record or none is read in their place. */
  const isOfRecords = ({ place }: Edit) => matches(places.records, place.path);
  for (const { name, looksAt } of damagedKind.rules ?? []) {
    const published = damaged.ruled.get(name);
    const isExcused = edits.some(
      edit =>
        isOfRecords(edit) ||
        ((isReadable(edit) || isReadAsDigits(edit, judged)) && reaches(looksAt, edit, allPlaces)),
    );
    // A random answer may have nothing that the rule looks at.
    const matched = good.ruled.get(name);
    const isMatched = matched !== undefined && count(matched) < count(good.plain);
    if (published !== undefined && isMatched && !isExcused && count(published) > count(matched))
      findings.push(`shows what the rule "${name}" withholds`);
  }

  if (!edits.some(isReadable) && plain.failure === undefined && jsonOf(damaged.inInterval) !== jsonOf(plain))
    findings.push('hides a record from an interval because of a value that cannot be read');

  if (only === undefined || plain.failure !== undefined) return findings;
  if (places.meaningless?.some(({ place }) => place.test(only.place.path))) return findings;
  const isDefault = isMissing(only) && matches(places.defaults, only.place.path);
  if (isSame(plain, good.plain) && !isDefault) findings.push(unnoticed);
  else if (
    !isMissing(only) &&
    only.change !== 'set' &&
    !(only.change === 'flag' && matches(places.mayBeFlags, only.place.path)) &&
    jsonOf(plain) !== jsonOf(good.plain) &&
    !showsMarker(plain) &&
    !countsMore(good.plain.leftOut, plain.leftOut)
  )
    findings.push(uncounted);
  return findings;
};

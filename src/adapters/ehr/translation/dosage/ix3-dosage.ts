// Dosages → the dosage plugins IX3Dosage: the one form in which the service itself makes dosages (D38, one dosage in every region). What
// a patient reads of each is the prescriber's words, a sentence of the closed list (list.ts), or the line that the dosage is not shown
// whole.
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { Ix3Dosage } from '../../../../domain/records/prescription/dosage-ix3.ts';
import { definedItems, joinedLines, nonEmptyList } from '../../values/values.ts';
import { withNoun } from './digits.ts';
import type { Bounds, Dosage, Portion, Regimen, Sayable } from './dosage.ts';
import { howLongText, limitText, type Sentence, sentenceOf } from './sentence.ts';
import { areSaidTogether } from './several.ts';
import { exactly, firstMoment, lastMoment, spanText } from './time-units.ts';
import {
  hintsAtCondition,
  isText,
  saysCondition,
  saysHowLong,
  saysMaximum,
  saysWhen,
  toldIn,
  type WrittenWords,
  wordsIn,
} from './told-dose.ts';

/** The line that stands for a dose that is not shown whole: a part of it would be another dose. */
const incompleteDosage = 'Doseringen kan inte visas i sin helhet: fråga vården.';

/** What a patient reads of a dosage: a part of it, which is counted, or what its source says. */
export type Shown = {
  readonly plugin: Ix3Dosage | undefined;
  readonly by: 'words' | 'sentence' | 'line' | 'nothing';
  /** Whether the most that may be taken is a line behind the prescriber's words. */
  readonly saysLimit: boolean;
  /** Whether how long is. */
  readonly saysHowLong: boolean;
  /** Whether an earlier dosage has the same words. */
  readonly isRepeated: boolean;
};

/** What the dosages of a prescription are read with: the product's name and strength, and the local time (14 digits). */
export type DosageContext = { readonly product: WrittenWords; readonly now: string };

/** The prescriber's words, in the order in which they are shown, and what they tell. */
const wordsOf = ({ words, elsewhere, condition }: Dosage, { product }: DosageContext) => {
  const texts = words.filter(isText).map(wordsIn);
  const candidates = isText(elsewhere) ? [...texts, wordsIn(elsewhere)] : texts;
  const told = candidates.map(text => toldIn(text, product));
  const telling = candidates[told.indexOf('dose')];
  // A condition that the structure does not say makes another dose of it.
  const isConditionNew = condition === undefined && hintsAtCondition(candidates);
  return {
    texts: telling === undefined ? texts : [...texts.filter(text => text !== telling), telling],
    tellsDose: telling !== undefined,
    tellsHalf: told.includes('half') || isConditionNew,
  };
};

/** What the structure says that no word does, though leaving it out could only raise the dose. */
const linesBeside = (dosage: Dosage, texts: readonly WrittenWords[], now: string) => {
  const { condition, limit, bounds, isBoundLost } = dosage;
  const sayable = <T>(said: Sayable<T>, isSaid: (said: T) => boolean): T | undefined =>
    said === undefined || said === 'unsaid' || isSaid(said) ? undefined : said;
  const most = sayable(limit, said => saysMaximum(texts, said));
  const saysEnd = !saysHowLong(texts);
  const hasEnd = !isBoundLost && (bounds.end ?? bounds.length) !== undefined;
  return {
    saysLimit: most !== undefined,
    saysHowLong: saysEnd,
    isWhole: condition !== 'unsaid' && limit !== 'unsaid' && !isBoundLost,
    lines: definedItems([
      sayable(condition, said => saysCondition(texts, said)),
      most && limitText(most),
      hasEnd && saysEnd ? howLongText(bounds, now) : undefined,
    ]),
  };
};

type Said = { readonly regimens: readonly Regimen[]; readonly sentences: readonly Sentence[] };

/** What the sentences of a dosage say; undefined if something was sent that the list has no place for. */
const saidOf = (
  { intakes, condition, limit, bounds, isBoundLost }: Dosage,
  now: string,
): Said | undefined => {
  if (intakes === 'unsaid' || condition === 'unsaid' || limit === 'unsaid' || isBoundLost) return undefined;
  // What is taken on a condition alone, of which nothing more is said.
  const all = intakes.length === 0 && condition !== undefined ? [{ portions: [], timing: {} }] : intakes;
  // A limit of several doses together cannot be said with one of them.
  if (limit !== undefined && all.length !== 1) return undefined;
  const regimens = all.map(intake => ({ condition, ...intake, ...bounds, limit }));
  const sentences = definedItems(regimens.map(regimen => sentenceOf(regimen, now)));
  return sentences.length < regimens.length ? undefined : { regimens, sentences };
};

const portionMembers = ({ dose, time }: Portion) => ({
  NamedTime: time?.name,
  MinQty: dose?.low && withNoun(dose.low, dose.unit, digits => digits),
  MaxQty: dose && withNoun(dose.high, dose.unit, digits => digits),
});

/** The forms that say the same of every day, and a single dose. */
const withInstances: ReadonlySet<number> = new Set([1, 3, 4, 5, 11]);

/** The doses one by one, where every day is the same, and a single dose. */
const instancesOf = ({ regimens, sentences }: Said): Partial<Ix3Dosage> => {
  const [regimen, form = 0] = [regimens[0], sentences[0]?.form];
  if (regimen === undefined || regimens.length > 1 || !withInstances.has(form)) return {};
  const { portions, timing, condition } = regimen;
  const times = portions.length > 1 || timing.times === undefined ? 1 : exactly(timing.times);
  const hasDoses = portions.every(({ dose }) => dose !== undefined);
  if (condition !== undefined || times === undefined || !hasDoses) return {};
  const [date = ''] = timing.dates ?? [];
  const isOnce = form === 11;
  const DoseInstance = portions
    .flatMap(portion => Array.from({ length: times }, () => portion))
    .map((portion, at) =>
      omitUndefined({
        ...portionMembers(portion),
        OneOff: isOnce ? true : undefined,
        OneOffTime: isOnce && date.length === 14 ? { value: date } : undefined,
        DoseOrder: at + 1,
        Type: isOnce ? 'ONE_OFF' : 'NORMAL',
      }),
    );
  if (!isOnce) return { RepetitionLength: 1, DoseInstance };
  // A day alone is no moment: it is when the dosage begins and ends.
  const isBounded = [regimen.start, regimen.end, regimen.length].some(bound => bound !== undefined);
  const isDay = date.length === 8 && !isBounded;
  return { ...(isDay ? startAndEndOf({ start: date, end: date }) : {}), DoseInstance };
};

const endOf = ({ end, length }: Bounds): Ix3Dosage['DoseEnd'] => {
  if (end !== undefined) return { DoseEndType: 'DATE', EndDate: { value: lastMoment(end) } };
  if (length === undefined) return undefined;
  return { DoseEndType: 'DURATION', EndDuration: { length: spanText(length), TimeType: length.unit } };
};

const startAndEndOf = (bounds: Bounds) =>
  omitUndefined<Pick<Ix3Dosage, 'DoseStart' | 'DoseEnd'>>({
    DoseStart:
      bounds.start === undefined
        ? undefined
        : { DoseStartType: 'DATE', StartDate: { value: firstMoment(bounds.start) } },
    DoseEnd: endOf(bounds),
  });

/** The plugin of a dosage, with what stands in its own members whatever a patient reads of it. One that says nothing has none. */
const pluginOf = (
  { order, shortText, asNeeded, conditional, bounds }: Dosage,
  texts: readonly (string | undefined)[],
  more: Partial<Ix3Dosage>,
) => {
  const plugin = omitUndefined<Ix3Dosage>({
    DosageOrder: order,
    DosageShortText: shortText,
    WholeWhenNeeded: asNeeded,
    Conditional: conditional === undefined ? undefined : true,
    ConditionalText: conditional?.text,
    ...startAndEndOf(bounds),
    DosageText: joinedLines(texts),
    ...more,
  });
  return Object.keys(plugin).some(name => name !== 'DosageOrder') ? plugin : undefined;
};

/**
 * What a patient reads of the dosages of a prescription, which are read together: half of them would be another dose; and its plugins.
 * @param isComplete false if there are more dosages, which cannot be read: the line stands for them, after the others.
 */
export const shownDosages = (
  dosages: readonly Dosage[],
  context: DosageContext & { readonly isComplete: boolean },
) => {
  const { now, isComplete } = context;
  const read = dosages.map(dosage => {
    const { intakes, condition, limit } = dosage;
    const words = wordsOf(dosage, context);
    const hasStructure = intakes === 'unsaid' || intakes.length > 0;
    // What is only limited, without a word, is a dose that nobody can read.
    const saysDose = hasStructure || words.texts.length > 0 || condition !== undefined || limit !== undefined;
    const standsAlone = words.tellsDose || (!hasStructure && words.texts.length > 0);
    const said = standsAlone || words.tellsHalf ? undefined : saidOf(dosage, now);
    return { dosage, ...words, saysDose, standsAlone, said };
  });
  const doses = read.filter(({ saysDose }) => saysDose);
  const alone = doses.filter(({ standsAlone }) => standsAlone);
  const regimens = doses.flatMap(({ dosage: { order }, said }) =>
    (said?.regimens ?? []).map(regimen => ({ order, regimen })),
  );
  // R4's `sequence`: dosages that are taken at once have one number, or none.
  const isFollowing = new Set(doses.map(({ dosage: { order } }) => order)).size > 1;
  const wording = new Set(alone.map(({ texts }) => texts.map(({ text }) => text).join('\n')));
  const areWordsTogether =
    isComplete &&
    alone.length === doses.length &&
    (wording.size === 1 || alone.every(({ texts }) => saysWhen(texts, { isFollowing })));
  const together = regimens.length === 1 ? 'at-once' : areSaidTogether(regimens);
  const areSentencesTogether =
    isComplete && together !== undefined && doses.every(({ said }) => said !== undefined);
  const before = new Set<string>();
  const shown = read.map(({ dosage, texts, saysDose, standsAlone, said }): Shown => {
    const lines = [...texts.map(({ text }) => text), ...dosage.lines];
    const shownBy = (by: Shown['by'], text: readonly string[], more: Partial<Ix3Dosage> = {}) => ({
      by,
      plugin: pluginOf(dosage, by === 'line' ? [...text, incompleteDosage] : text, more),
      saysLimit: false,
      saysHowLong: false,
      isRepeated: false,
    });
    if (dosage.isLost === true) return shownBy('line', lines);
    if (!saysDose) return shownBy('nothing', lines);
    if (standsAlone) {
      const { isWhole, lines: more, ...says } = linesBeside(dosage, texts, now);
      const all = [...lines, ...more];
      const written = JSON.stringify(all);
      const isRepeated = before.has(written);
      before.add(written);
      if (!isWhole || !areWordsTogether) return { ...shownBy('line', all), ...says };
      return { ...shownBy('words', isRepeated ? [] : all), ...says, isRepeated };
    }
    if (said === undefined || !areSentencesTogether) return shownBy('line', lines);
    const sentences = said.sentences.map(({ text }) => text);
    return shownBy('sentence', [...lines, ...sentences], together === 'at-once' ? instancesOf(said) : {});
  });
  const others = isComplete ? undefined : { DosageText: incompleteDosage };
  const plugins = [...shown.map(({ plugin }) => plugin), others];
  return { shown, plugins: nonEmptyList(plugins.map(plugin => plugin && { IX3Dosage: plugin })) };
};

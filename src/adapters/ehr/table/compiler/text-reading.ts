// How a row makes a text of what the EHR sends: its words, form of time, digits and so on, checked against the member that it writes.
import type { Json } from '../../../../domain/model/json.ts';
import { unreadable } from '../../values/written-values.ts';
import type { Plan } from '../../xml/plan.ts';
import type { RowOf } from '../format/rows.ts';
import { Words } from '../format/values.ts';
import { leafPlan, leafType } from '../leaf.ts';
import { isAmount, isEnd } from '../records.ts';
import type { TextReading } from '../scope.ts';
import { hasHours } from '../time-forms.ts';
import { hintOfNull, trimmedWord } from './answer-paths.ts';
import type { TableFolder } from './files.ts';
import { fault, hint, inside, matches, namedFile, type Place } from './place.ts';
import type { RowContext, TableCompiler } from './table-compiler.ts';
import { checkedTimeForm } from './time-form-checks.ts';

/** Checks that a text can be read as a leaf of the record. */
export const checkPublished = (text: Json, leaf: Plan, place: Place): void => {
  const read = leaf.type === 'value' ? leaf.read(String(text)) : String(text);
  if (read === unreadable || read === undefined)
    fault(place, 'a value that the member of the record can hold');
};

/** The list of words, in the row or in a file, and its place; undefined, with a fault reported, if it cannot be read. */
const readWordList = (
  written: string | Words,
  place: Place,
  folder: TableFolder,
): { readonly list: Words; readonly at: Place } | undefined => {
  if (typeof written !== 'string') return { list: written, at: place };
  const file = namedFile('words', written, { folder, place });
  if (file === undefined) return undefined;
  const at = { file, pointer: '' };
  const { $schema: _, ...list } = file.value;
  return matches(Words, list, at) ? { list: list as Words, at } : undefined;
};

export const wordTableOf = (
  written: string | Words | undefined,
  leaf: Plan,
  { place, folder }: { place: Place; folder: TableFolder },
): ReadonlyMap<string, string | undefined> | undefined => {
  const words = written === undefined ? undefined : readWordList(written, place, folder);
  if (words === undefined) return undefined;
  hintOfNull(Object.keys(words.list), words.at);
  const meanings = new Map<string, string | undefined>();
  for (const [word, meaning] of Object.entries(words.list)) {
    const at = inside(words.at, word);
    if (meanings.has(trimmedWord(word)))
      fault(at, 'each word once: this one differs only by blanks from another');
    meanings.set(trimmedWord(word), meaning === null ? undefined : String(meaning));
    if (meaning !== null) checkPublished(meaning, leaf, at);
  }
  return meanings;
};

/** Members that have a time of day in every EHR: contacts, notes, bookings and meetings. */
const needsTimeOfDay =
  /^(?:Contact\/Contact(?:Begin|End)DateTime|Note\/NoteDateTime|StartTime|(?:start|end)DateTimeInUnix)$/;

/** Members of a row, the type of member that they are for, and that in words. */
const optionTypes = [
  ['not', 'flag', 'true or false'],
  ['digits', 'text', 'a text'],
  ['day', 'time', 'a time'],
  ['form', 'text', 'a text'],
  ['shift', 'number', 'a number'],
] as const;

/** Undefined, with a fault reported, for a member that holds no single value. */
export const textReading = (
  { compilation: { folder }, times }: Pick<TableCompiler, 'compilation' | 'times'>,
  row: Partial<RowOf<'from'>>,
  { target: { member }, place }: Pick<RowContext, 'target' | 'place'>,
): TextReading | undefined => {
  const leaf = leafPlan(member.plan);
  if (leaf === undefined || leaf.type === 'any') {
    const names = member.plan.type === 'object' ? [...member.plan.members.keys()] : [];
    return fault(
      place,
      names.length === 0
        ? 'a member that a table can write: this one is a free-form object'
        : `one of its members (${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}), or block: it is an object`,
    );
  }
  const type = leafType(leaf);
  const { words, otherwise, not, time, day, digits, form, shift } = row;
  for (const [name, wanted, inWords] of optionTypes)
    if ((row[name] ?? false) !== false && type !== wanted)
      fault(inside(place, name), `no ${name}: the member is not ${inWords}`);
  if (otherwise !== undefined && words === undefined)
    fault(inside(place, 'otherwise'), 'words beside otherwise');
  const source = row.from;
  if (
    isAmount(member) &&
    shift === undefined &&
    typeof source === 'string' &&
    /ore$|öre$|cents?$|minor/i.test(source)
  )
    hint(
      inside(place, 'from'),
      'a price is published in kronor: does the EHR send öre? Then write "shift": -2',
    );
  if (otherwise !== undefined && /severity|status|active|certainty/i.test(member.element))
    hint(
      inside(place, 'otherwise'),
      `a word that is not listed is published ${typeof otherwise === 'object' ? `as ${String(otherwise.value)}` : 'as the EHR sends it'}: without otherwise, it is left out and counted`,
    );
  if (time !== undefined && type !== 'time')
    return fault(inside(place, 'time'), 'no time: the member is not a time');
  const timeForm = checkedTimeForm(time, inside(place, 'time'));
  if (timeForm !== undefined && !hasHours(time ?? '') && needsTimeOfDay.test(member.path))
    hint(
      inside(place, 'time'),
      'the form has no hours: the time is published as a day. Does the EHR send the time of day elsewhere?',
    );
  if (typeof otherwise === 'object') checkPublished(otherwise.value, leaf, inside(place, 'otherwise'));
  return {
    words: wordTableOf(words, leaf, { place: inside(place, 'words'), folder }),
    otherwise: typeof otherwise === 'object' ? { value: String(otherwise.value) } : otherwise,
    isNegated: not === true,
    time: timeForm,
    dayOf: day === true ? times.date : undefined,
    isDigits: digits === true,
    isHtml: form === 'html',
    shift,
    // With `plus`, a date without a time is unreadable, not the end of that day.
    isEnd: type === 'time' && isEnd(member) && row.plus === undefined,
    isAmount: type === 'number' && isAmount(member),
    type,
  };
};

// Where the records of an answer stand that is held as a whole: in a list, in lists within lists (`visits*/notes*`), or in an item that a
// word selects; and which objects are around them.
import { type Failure, isFailure } from '../../../../domain/model/failure.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import type { Meter } from '../../meter.ts';
import { unreadable } from '../../values/written-values.ts';
import { type Format, isSelection, type Step, stepText } from '../source-path.ts';
import type { ListSource } from '../tables.ts';
import { unusable } from './answers.ts';
import { checkEmpty, unknownNames } from './envelope.ts';
import { find, hasWords, type Outside, wordAt } from './find.ts';

/** An object around a record. */
export type ObjectAround = {
  readonly object: JsonObject;
  /** The name of the member in which the record is. */
  readonly name: string;
  /** Whether it is in a list: what nothing reads of it is counted with the record (D29). Elsewhere, every name is known. */
  readonly isCounted: boolean;
};

/** A record of an answer, and the objects around it that its paths may go to, from the outermost inward. */
export type ListedRecord = { readonly record: Json; readonly around: readonly ObjectAround[] };

type Source = Pick<ListSource, 'name' | 'records' | 'columns' | 'empty' | 'envelope'>;

const noList = ({ name }: Source) => unusable(`an answer of ${name} without the list of records`);
/** The failure of an answer that does not have the only record. */
export const noRecord = ({ name }: Pick<Source, 'name'>) =>
  unusable(`an answer of ${name} without the record`);

const within = (tree: Source['envelope'] | undefined, step: Step) => tree?.children.get(stepText(step));

/** Throws for a member of an object in a list that no table names: an error, or the records under another name (D14). */
const checkNames = (
  object: JsonObject,
  name: string,
  { known, source }: { known: Source['envelope'] | undefined; source: Source },
): void => {
  const unknown = Object.keys(object).filter(other => other !== name && known?.children.has(other) !== true);
  if (unknown.length > 0)
    throw unknownNames(
      unknown.map(other => [other]),
      source,
    );
};

type Visited = {
  /** The index of the next step. */
  readonly at: number;
  readonly around: readonly ObjectAround[];
  readonly known: Source['envelope'] | undefined;
};

/**
 * The records of an answer. Within a list, an object without the next one has no records.
 * Throws `ehr-unusable` for an answer of another form, or in XML for one without records that does not say so.
 */
export const locatedRecords = (answer: Json, source: Source, format: Format): readonly ListedRecord[] => {
  const { steps, lists, isList } = source.records;
  const outermost = Math.min(...lists);
  const records: ListedRecord[] = [];

  const visit = (here: Json, { at, around, known }: Visited): void => {
    const name = steps[at];
    if (typeof name !== 'string') {
      records.push({ record: here, around });
      return;
    }
    const isInList = at > outermost;
    // An element without children is an empty text.
    if (format === 'xml' && here === '' && isInList) return;
    if (!isJsonObject(here)) throw unusable('a list or a text where an object with the records was expected');
    if (isInList) checkNames(here, name, { known, source });
    const selection = steps[at + 1];
    const isSelected = isSelection(selection);
    const child = find(here, isSelected ? [name, selection] : [name]);
    const listed = within(known, name);
    const inner = {
      at: isSelected ? at + 2 : at + 1,
      around: [...around, { object: here, name, isCounted: isInList }],
      known: isSelected ? listed && within(listed, selection) : listed,
    };
    if (child === undefined) {
      // In XML, a list without items is not there: `checkEmpty` finds out whether the answer says that it is empty.
      if (isInList || (isList && format === 'xml')) return;
      if (source.empty !== undefined && hasWords(answer, source.empty, format)) return;
      throw isList ? noList(source) : noRecord(source);
    }
    if (typeof child === 'symbol') throw noList(source);
    if (lists.has(at) && isJsonList(child)) for (const item of child) visit(item, inner);
    else if (lists.has(at) && format === 'json') throw noList(source);
    else visit(child, inner);
  };

  if (steps.length > 0) {
    visit(answer, { at: 0, around: [], known: source.envelope });
    if (isList && format === 'xml' && records.length === 0) checkEmpty(answer, source, format);
  } else if (!isList) return [{ record: answer, around: [] }];
  else if (!isJsonList(answer)) throw noList(source);
  else for (const record of answer) records.push({ record, around: [] });
  if (source.columns === undefined) return records;
  const names = columnNames(answer, source.columns, format);
  return records.map(({ record, around }) => ({ record: objectOfRow(record, names, source), around }));
};

/** The records of an answer, or why it does not have the form in which they can be found. */
export const recordsOrFailure = (
  answer: Json,
  source: Source,
  format: Format,
): readonly ListedRecord[] | Failure => {
  try {
    return locatedRecords(answer, source, format);
  } catch (error) {
    if (isFailure(error)) return error;
    throw error;
  }
};

/** The names of the columns of an answer, each once. Throws `ehr-unusable` for others. */
const columnNames = (
  answer: Json,
  { list, name }: NonNullable<Source['columns']>,
  format: Format,
): readonly string[] => {
  const columns = find(answer, list);
  if (columns === unreadable || !isJsonList(columns)) throw unusable('an answer without its list of columns');
  const names = columns.map(column => wordAt(column, name, { format }));
  if (!names.every(one => typeof one === 'string') || new Set(names).size < names.length)
    throw unusable('columns without a name, or two of one name');
  return names;
};

/** A list of values as an object. Throws `ehr-unusable` for one that does not have a value for each column. */
const objectOfRow = (row: Json, names: readonly string[], { name }: Source): Json => {
  if (!isJsonList(row) || row.length !== names.length)
    throw unusable(`a record of ${name} that does not have a value for each column`);
  const object = Object.create(null) as Record<string, Json>;
  for (const [at, value] of row.entries()) object[names[at] ?? ''] = value;
  return object;
};

/** The objects around the only list of records, from the outermost inward. */
export const objectsAround = (
  answer: Json,
  { records: { steps } }: Pick<ListSource, 'records'>,
): readonly ObjectAround[] =>
  steps.flatMap((step, at) => {
    const object = find(answer, steps.slice(0, at));
    return typeof step === 'string' && isJsonObject(object as Json)
      ? [{ object: object as JsonObject, name: step, isCounted: false }]
      : [];
  });

/** What is around a record, and around the objects in it that rows have entered. */
export type RecordContext = {
  readonly outside: Outside;
  /** Notes what is around an object whose rows look outward. */
  readonly enter: (inner: Json, around: Json) => void;
};

/** Creates the surroundings of a record. @param meter of the record. */
export const contextOfRecord = ({ record, around }: ListedRecord, meter: Meter): RecordContext => {
  let entered: Map<Json, Json> | undefined;
  return {
    outside: {
      outer: inner => {
        if (inner === record) return around.at(-1)?.object;
        const at = around.findIndex(({ object }) => object === inner);
        return at === -1 ? entered?.get(inner) : around[at - 1]?.object;
      },
      meter,
    },
    enter: (inner, holder) => {
      entered ??= new Map();
      entered.set(inner, holder);
    },
  };
};

// Compiles the rows of a table: checks each against the record's schema, and notes what of the EHR's answer it reads.
import { isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import type { SourceKind } from '../../../../domain/records/index.ts';
import { similarName } from '../../../../faults/similar-name.ts';
import type { TimeReader } from '../../translation/written-times.ts';
import type { ObjectPlan, TextPlan } from '../../xml/plan.ts';
import { type RowKind, rowKinds, rowSchemas, tableMembers } from '../format/rows.ts';
import type { SystemFile } from '../format/system.ts';
import { type Conditions, Ignore } from '../format/values.ts';
import { leafPlan, leafType } from '../leaf.ts';
import { soundsDecisive } from '../mark-names.ts';
import { reservedMember } from '../records.ts';
import {
  type CompiledRow,
  type Condition,
  placeInTree,
  type Scope,
  type Source,
  type SourceTree,
  type Target,
} from '../scope.ts';
import type { Steps } from '../source-path.ts';
import { conditionsIn, type KnownWords } from './conditions.ts';
import type { TableFile, TableFolder } from './files.ts';
import { checkedSteps, didYouMean, fault, hint, inside, matches, namedFile, type Place } from './place.ts';
import type { OpenReference } from './references.ts';
import { targetAt } from './targets.ts';
import { checkPublished, textReading, wordTableOf } from './text-reading.ts';

/** The most rows of all tables of a region, each counted where it is used. */
const maxRows = 2000;
/** How deep rows may stand within rows. */
const maxRowDepth = 20;

/** Members that say how serious something is, or how far it is done. Of warnings in force, `hintsOfKind` says more. */
const isJudged = /severity|status|^MedicationActive$/i;

/** A text of an id. */
const anyText: TextPlan = { type: 'text', trim: true };

/** The begins and ends among the members that rows write: `ContactBeginDateTime` and `ContactEndDateTime`. */
const spansOf = (targets: readonly Target[]): Scope['spans'] =>
  targets.flatMap(end => {
    const names = [/End/g, /end/g].flatMap(word =>
      ['Begin', 'Start', 'start'].map(first => end.member.element.replace(word, first)),
    );
    const begin = targets.find(
      ({ keys, member: { element } }) =>
        element !== end.member.element && names.includes(element) && keys.join() === end.keys.join(),
    );
    return begin === undefined ? [] : [{ begin, end }];
  });

/** What compiling the tables of a region shares. */
export type Compilation = {
  readonly folder: TableFolder;
  readonly format: SystemFile['format'];
  rows: number;
  /** Places in `ignore`, and what of a record they ignore. */
  readonly ignored: { readonly tree: SourceTree; readonly place: Place }[];
};

/** The rows of a table, and what it ignores. */
export type CompiledTable = { readonly scope: Scope; readonly ignored: readonly Steps[] };

/** Where a row writes, where it stands, and what holds for it. */
type RowContext = {
  readonly target: Target;
  readonly place: Place;
  readonly around: Around;
};

/** The object that rows belong to. */
type Around = {
  readonly kind: SourceKind;
  readonly plan: ObjectPlan;
  /** Where its values come from. */
  readonly tree: SourceTree;
  /** The path to it from the record. */
  readonly steps: Steps;
  /** Whether a condition can keep it from being read. */
  readonly isConditional: boolean;
  /** The names of the members from the record, with `/`; empty for the record itself. */
  readonly target: string;
  /** How many rows are around it. */
  readonly rowDepth: number;
  /** The parts that are being used. */
  readonly parts: readonly string[];
  /** Takes the paths that a table ignores there. */
  readonly ignored: Steps[];
};

/** A row of system.json, which writes a member that no table may write. */
export type ExtraRow = { readonly target: string; readonly row: JsonObject; readonly place: Place };

/** Compiles the table of a kind, and adds what it reads to a tree. */
export const compileTable = (
  compilation: Compilation,
  {
    file,
    kind,
    plan,
    tree,
    knownWords,
    references,
    times,
    extra,
  }: {
    file: TableFile;
    kind: SourceKind;
    plan: ObjectPlan;
    tree: SourceTree;
    knownWords: KnownWords;
    references: ReadonlyMap<string, OpenReference>;
    times: TimeReader;
    extra?: ExtraRow | undefined;
  },
): CompiledTable => {
  const { folder, format } = compilation;
  const ignored: Steps[] = [];

  /** The place of a path, which is read. */
  const readPlace = ({ tree: around, isConditional }: Around, steps: Steps): SourceTree => {
    const here = placeInTree(around, steps);
    if (!isConditional) here.isRead = true;
    return here;
  };

  const conditionsOf = (written: Conditions | undefined, place: Place, around: Around): Condition[] =>
    conditionsIn(written, place, {
      tree: around.tree,
      format,
      knownWords,
      onPath: steps => readPlace(around, steps),
    });

  const readAt = (path: string, place: Place, around: Around): Steps | undefined => {
    const steps = checkedSteps(path, place, format);
    if (steps !== undefined) readPlace(around, steps);
    return steps;
  };

  /** The keys of an identifier's members; undefined if the member is not one. */
  const identifierKeys = ({ member: { plan: inner } }: Target) => {
    if (inner.type !== 'object' || inner.members.size !== 2) return undefined;
    const [root, extension] = [inner.members.get('root'), inner.members.get('extension')];
    return root === undefined || extension === undefined
      ? undefined
      : { root: root.key, extension: extension.key };
  };

  /** The rows of a row's own object: those in `record`, or those of a part. */
  const innerScope = (
    row: JsonObject,
    place: Place,
    around: Around,
    where: readonly Condition[],
  ): Scope | undefined => {
    const { record, use } = row;
    if ((record === undefined) === (use === undefined)) return fault(place, 'either record or use');
    if (around.rowDepth > maxRowDepth) return fault(place, `rows within at most ${maxRowDepth} rows`);
    if (record !== undefined) return scopeOf(record as JsonObject, inside(place, 'record'), around, where);
    const part = use as string;
    const partFile = namedFile('parts', part, { folder, place: inside(place, 'use') });
    if (partFile === undefined) return undefined;
    if (around.parts.includes(part))
      return fault(
        inside(place, 'use'),
        `a part that does not use itself: ${[...around.parts, part].join(' → ')}`,
      );
    return tableScope(partFile, { ...around, parts: [...around.parts, part] }, where);
  };

  const sourceOf = (
    rowKind: RowKind,
    row: JsonObject,
    { target, place, around }: RowContext,
  ): Source | undefined => {
    const { member } = target;
    const at = (name: string) => inside(place, name);
    switch (rowKind) {
      case 'from': {
        if (Array.isArray(row.from)) return timeOfTexts(row, { target, place, around });
        const reading = textReading(row, target, { place, folder });
        const steps = readAt(row.from as string, at('from'), around);
        if (reading === undefined || steps === undefined) return undefined;
        if (row.plus === undefined) return { kind: 'text', steps, reading, plus: undefined };
        if (reading.type !== 'time') return fault(at('plus'), 'no plus: the member is not a time');
        const minutes = (row.plus as JsonObject).minutes as string;
        const duration = readAt(minutes, inside(at('plus'), 'minutes'), around);
        return duration === undefined
          ? undefined
          : { kind: 'text', steps, reading, plus: { steps: duration, times } };
      }
      case 'id':
      case 'hsa': {
        const keys = identifierKeys(target);
        if (keys === undefined) return fault(place, `from: the member is not an id with root and extension`);
        const steps = readAt(row[rowKind] as string, at(rowKind), around);
        if (steps === undefined) return undefined;
        const root = rowKind === 'hsa' ? '1.2.752.129.2.1.4.1' : (row.root as string);
        const { words: list } = row;
        const words =
          list === undefined ? undefined : wordTableOf(list, anyText, { place: at('words'), folder });
        return {
          kind: 'id',
          steps,
          root,
          keys,
          reading: { type: 'text', isDigits: row.digits === true, words },
        };
      }
      case 'join': {
        const reading = textReading({}, target, { place, folder });
        const paths = (row.join as string[]).map((path, index) =>
          readAt(path, inside(at('join'), index), around),
        );
        if (reading === undefined || paths.includes(undefined)) return undefined;
        if (leafType(leafPlan(member.plan) ?? { type: 'any' }) !== 'text')
          return fault(place, 'from: only a text can be joined');
        return {
          kind: 'join',
          paths: paths as Steps[],
          separator: (row.separator as string | undefined) ?? ' ',
          reading,
          time: undefined,
        };
      }
      case 'value': {
        if (textReading({}, target, { place, folder }) === undefined) return undefined;
        const leaf = leafPlan(member.plan);
        if (leaf !== undefined) checkPublished(row.value ?? '', leaf, at('value'));
        if (row.when === undefined && isJudged.test(member.element))
          hint(
            at('value'),
            `every record is published with ${String(row.value)}: does the EHR say nothing about it?`,
          );
        return { kind: 'value', text: String(row.value) };
      }
      case 'names': {
        const isNames =
          member.many &&
          (member.plan.type === 'text' ||
            (member.plan.type === 'object' && member.plan.members.has('qualifier')));
        if (!isNames) return fault(place, 'another row: only given names are written by names');
        const steps = readAt(row.names as string, at('names'), around);
        const called =
          row.called === undefined ? undefined : readAt(row.called as string, at('called'), around);
        return steps === undefined ? undefined : { kind: 'names', steps, called };
      }
      case 'each':
        return eachSource(row, { target, place, around });
      case 'refer':
        return referSource(row, { target, place, around });
      case 'block': {
        if (member.plan.type !== 'object') return fault(place, 'from: the member is not an object');
        const steps = checkedSteps(row.block as string, at('block'), format);
        if (steps === undefined) return undefined;
        const scope = innerScope(
          row,
          place,
          {
            ...around,
            plan: member.plan,
            tree: placeInTree(around.tree, steps),
            steps: [...around.steps, ...steps],
            target: member.path,
            rowDepth: around.rowDepth + 1,
          },
          [],
        );
        return scope === undefined ? undefined : { kind: 'block', steps, scope };
      }
    }
  };

  /** A date and a time of day, which stand in several texts. */
  const timeOfTexts = (row: JsonObject, { target, place, around }: RowContext): Source | undefined => {
    if (row.time === undefined)
      return fault(inside(place, 'from'), 'one path; or time beside it, of which they are the texts');
    const only = Object.keys(row).find(name => !['from', 'time', 'required', 'when'].includes(name));
    if (only !== undefined) return fault(inside(place, only), `no ${only} beside several paths`);
    const time = textReading(row, target, { place, folder });
    const paths = (row.from as string[]).map((path, index) =>
      readAt(path, inside(inside(place, 'from'), index), around),
    );
    if (time === undefined || paths.includes(undefined)) return undefined;
    return { kind: 'join', paths: paths as Steps[], separator: ' ', reading: { type: 'text' }, time };
  };

  /** What a key refers to in a list of the answer. */
  const referSource = (row: JsonObject, { target, place, around }: RowContext): Source | undefined => {
    const { member } = target;
    const list = row.refer as string;
    const reference = references.get(list);
    if (reference === undefined)
      return fault(
        inside(place, 'refer'),
        `the name of a list in refers of system.json${didYouMean(list, [...references.keys()])}`,
      );
    const steps = readAt(row.by as string, inside(place, 'by'), around);
    if (steps === undefined) return undefined;
    const referred: Around = {
      ...around,
      tree: reference.tree,
      steps: [],
      ignored: reference.ignored,
      target: member.path,
      rowDepth: around.rowDepth + 1,
    };
    const { item, record, use } = row;
    if (item === undefined) {
      if (member.plan.type !== 'object') return fault(place, 'item: the member is not an object');
      const scope = innerScope(row, place, { ...referred, plan: member.plan }, []);
      return scope === undefined ? undefined : { kind: 'refer', steps, list, content: { scope } };
    }
    if (record !== undefined || use !== undefined)
      return fault(inside(place, 'item'), 'either record, use or item');
    const compiled = itemRow(item, { target, place, around: referred });
    return compiled === undefined ? undefined : { kind: 'refer', steps, list, content: { row: compiled } };
  };

  const eachSource = (row: JsonObject, { target, place, around }: RowContext): Source | undefined => {
    const { member } = target;
    if (!member.many) return fault(inside(place, 'each'), 'from, id, hsa or block: the member is not a list');
    const steps = checkedSteps(row.each as string, inside(place, 'each'), format);
    if (steps === undefined) return undefined;
    if (typeof steps.at(-1) === 'object')
      return fault(inside(place, 'each'), 'block: a path that ends with an item finds no list');
    const { record, use, item } = row;
    const isOfObjects = record !== undefined || use !== undefined;
    if (isOfObjects && item !== undefined) return fault(inside(place, 'item'), 'either record, use or item');
    const tree = placeInTree(around.tree, steps);
    const items: Around = {
      ...around,
      tree,
      steps: [...around.steps, ...steps],
      target: member.path,
      rowDepth: around.rowDepth + 1,
    };
    if (isOfObjects) {
      if (member.plan.type !== 'object') return fault(place, 'item: the items of the member are no objects');
      const inner = {
        ...items,
        plan: member.plan,
        isConditional: items.isConditional || row.where !== undefined,
      };
      const where = conditionsOf(row.where as Conditions | undefined, inside(place, 'where'), items);
      const scope = innerScope(row, place, inner, where);
      return scope === undefined ? undefined : { kind: 'each', steps, scope };
    }
    if (row.where !== undefined) return fault(inside(place, 'where'), 'record or use beside where');
    const compiled = itemRow(item ?? '.', { target, place, around: items });
    return compiled === undefined ? undefined : { kind: 'items', steps, row: compiled };
  };

  /** The row of an item, or of what a key refers to. */
  const itemRow = (
    written: Json,
    { target: { member }, place, around: items }: RowContext,
  ): CompiledRow | undefined => {
    for (const name of ['when', 'required'])
      if (isJsonObject(written) && written[name] !== undefined)
        return fault(
          inside(inside(place, 'item'), name),
          'a row without when and required: every item is read',
        );
    readPlace(items, []);
    return rowOf(written, {
      target: { keys: [], member },
      place: inside(place, 'item'),
      around: items,
    });
  };

  const rowOf = (
    written: Json,
    { target, place, around }: { target: Target; place: Place; around: Around },
  ): CompiledRow | undefined => {
    if (++compilation.rows === maxRows + 1) fault(place, `at most ${maxRows} rows in all tables`);
    if (compilation.rows > maxRows) return undefined;
    if (typeof written !== 'string' && !isJsonObject(written))
      return fault(place, 'a path, or a row such as { "from": path }');
    const row: JsonObject = typeof written === 'string' ? { from: written } : written;
    const sources = rowKinds.filter(name => row[name] !== undefined);
    const [rowKind, other] = sources;
    if (rowKind === undefined) {
      const meant = Object.keys(row)
        .map(name => similarName(name, rowKinds))
        .find(name => name !== undefined);
      return fault(
        place,
        `one of ${rowKinds.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
      );
    }
    if (other !== undefined)
      return fault(inside(place, other), `one source: there are ${sources.join(' and ')}`);
    if (typeof written !== 'string' && !matches(rowSchemas[rowKind], row, place)) return undefined;
    const when = conditionsOf(row.when as Conditions | undefined, inside(place, 'when'), around);
    const read = { ...around, isConditional: around.isConditional || row.when !== undefined };
    const at = typeof written === 'string' ? { file: place.file, pointer: place.pointer } : place;
    const source = sourceOf(rowKind, row, { target, place: at, around: read });
    if (source === undefined) return undefined;
    return { target, source, when, isRequired: row.required === true, isSingle: row.single === true };
  };

  const rowsOf = (target: string, written: Json, place: Place, around: Around): CompiledRow[] => {
    const whole = around.target === '' ? target : `${around.target}/${target}`;
    const instead = reservedMember(around.kind, whole);
    if (instead !== undefined) {
      fault(place, `no row: ${instead}`);
      return [];
    }
    if (/(?:^|\/)DosagePlugin\/(?!FreeTextDosage(?:\/|$))/.test(whole)) {
      fault(place, 'FreeTextDosage: a table cannot say structured dosages');
      return [];
    }
    const member = targetAt(around.plan, target, around.target);
    if ('expected' in member) {
      fault(place, member.expected);
      return [];
    }
    if (!Array.isArray(written)) {
      const row = rowOf(written, { target: member, place, around });
      return row === undefined ? [] : [row];
    }
    if (written.length === 0) fault(place, 'at least one row');
    return written.flatMap(
      (row, at) => rowOf(row, { target: member, place: inside(place, at), around }) ?? [],
    );
  };

  const scopeOf = (rows: JsonObject, place: Place, around: Around, where: readonly Condition[]): Scope => {
    const targets = Object.keys(rows);
    if (targets.length === 0) fault(place, 'at least one row');
    const compiled = targets.flatMap(target =>
      rowsOf(target, rows[target] ?? null, inside(place, target), around),
    );
    return { rows: compiled, where, spans: spansOf(compiled.map(({ target }) => target)) };
  };

  /** The rows of a file: its members but those that are no rows. */
  const tableScope = (table: TableFile, around: Around, where: readonly Condition[]): Scope => {
    const place = { file: table, pointer: '' };
    const { ignore = {}, $schema: _, ...rows } = table.value;
    if (matches(Ignore, ignore, inside(place, tableMembers[1])))
      for (const path of Object.keys(ignore as Ignore)) {
        const at = inside(inside(place, 'ignore'), path);
        const steps = checkedSteps(path, at, format);
        if (steps === undefined) continue;
        const sounding = steps.find(step => typeof step === 'string' && soundsDecisive(step));
        if (sounding !== undefined)
          hint(
            at,
            `"${String(sounding)}" sounds like a mark that hides records, or like a person: is it sure to say nothing?`,
          );
        around.ignored.push([...around.steps, ...steps]);
        // Beside a part, other rows may read what the part ignores for the tables that use it alone.
        if (around.parts.length === 0)
          compilation.ignored.push({ tree: placeInTree(around.tree, steps), place: at });
      }
    return scopeOf(rows, place, around, where);
  };

  const record: Around = {
    kind,
    plan,
    tree,
    steps: [],
    isConditional: false,
    target: '',
    rowDepth: 0,
    parts: [],
    ignored,
  };
  const scope = tableScope(file, record, []);
  const target = extra === undefined ? undefined : targetAt(plan, extra.target);
  if (extra === undefined || target === undefined || 'expected' in target) return { scope, ignored };
  const row = rowOf(extra.row, { target, place: extra.place, around: record });
  return { scope: row === undefined ? scope : { ...scope, rows: [...scope.rows, row] }, ignored };
};

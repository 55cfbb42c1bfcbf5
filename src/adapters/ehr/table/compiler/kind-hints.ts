// What a kind of system.json, with its table, says that is allowed but probably not meant.
import type { SourceKind } from '../../../../domain/records/index.ts';
import type { ProtectionRow } from '../format/access.ts';
import type { Kind } from '../format/system.ts';
import { saysYes, soundsHiding } from '../mark-names.ts';
import { protectionMember } from '../records.ts';
import { allRows, type CompiledRow, pathsOf, rowsWithin, type Scope } from '../scope.ts';
import { lastName, pathText, type Steps } from '../source-path.ts';
import type { ListSource, MarkTest } from '../tables.ts';
import type { TableFolder } from './files.ts';
import { hint, inside, type Place } from './place.ts';

/** A kind that has been compiled, how it is written, and where it stands in system.json. */
type CompiledKind = {
  readonly place: Place;
  readonly kind: SourceKind;
  readonly written: Kind & { readonly protected?: ProtectionRow };
  readonly source: ListSource;
  readonly marks: readonly MarkTest[];
  readonly scope: Scope;
};

const writes = (rows: readonly CompiledRow[], path: string): boolean =>
  allRows(rows).some(({ target }) => target.member.path === path);

/** Path in the record of the EHR, and the member that publishes its value; of a path that several do, the last one counts. */
const publishedPaths = (rows: readonly CompiledRow[], around: Steps = []): readonly [string, string][] =>
  rows.flatMap(({ source, target: { member } }) => {
    if (member.path === protectionMember || source.kind === 'refer') return [];
    return 'content' in source
      ? publishedPaths(rowsWithin(source.content), [...around, ...source.steps])
      : pathsOf(source).map((steps): [string, string] => [pathText([...around, ...steps]), member.path]);
  });

/** Says that a value that decides who may see a record is one that is published, and so perhaps another one than was meant. */
const hintsOfDecisive = ({ place, written, source, marks, scope }: CompiledKind): void => {
  const published = new Map(publishedPaths(scope.rows));
  /** Asks about the value at a path, if it is published. */
  const hintOf = (path: string, at: Place, question: string): void => {
    const member = published.get(path);
    if (member !== undefined) hint(at, `${member} is read from this path too: is it ${question}?`);
  };
  const { record: owner } = source.owner;
  if (owner !== undefined) hintOf(pathText(owner), inside(place, 'owner', 'record'), 'whose the record is');
  const { protected: protection, visible } = written;
  if (typeof protection === 'object')
    hintOf(protection.from, inside(place, 'protected', 'from'), 'whether the identity is protected');
  // Beside a mark of its own, a state can be one too: what was never true.
  const placeOf = (at: number) =>
    Array.isArray(visible) ? inside(place, 'visible', at) : inside(place, 'visible');
  for (const [at, mark] of marks.entries()) hintOfOpposite(mark, placeOf(at));
  const paths = marks.map(({ steps }) => pathText(steps));
  if (!paths.every(path => published.has(path))) return;
  for (const [at, path] of paths.entries())
    hintOf(path, inside(placeOf(at), 'from'), 'what says that the patient may see the record');
};

/** Says that no patient would be protected. */
const hintOfProtection = (protection: ProtectionRow | undefined, place: Place, folder: TableFolder): void => {
  if (protection === undefined || protection === 'not-said' || protection.words === undefined) return;
  const { words } = protection;
  const list = typeof words === 'string' ? folder.file(`words/${words}.json`)?.value : words;
  if (list === undefined) return;
  if (!Object.values(list).includes(protection.not !== true))
    hint(inside(place, 'words'), 'no word means that the identity is protected: which does?');
  else
    for (const [word, meaning] of Object.entries(list))
      if (typeof meaning === 'boolean' && saysYes(word) === (meaning === (protection.not === true)))
        hint(
          inside(place, 'words'),
          `"${word}" means that the identity is ${saysYes(word) === true ? 'not ' : ''}protected: is it the other way round?`,
        );
};

/** Says that a mark shows what its name hides. */
const hintOfOpposite = (mark: MarkTest, place: Place): void => {
  if (mark.kind !== 'words' || !soundsHiding(lastName(mark.steps) ?? '')) return;
  const shown = typeof mark.shown === 'string' ? mark.shown === 'present' : [...mark.shown].some(saysYes);
  if (shown || [...mark.hidden].some(word => saysYes(word) === false))
    hint(place, `a yes at ${pathText(mark.steps)} lets patients see a record: is it the other way round?`);
};

/** Says that the end of a warning is read from where another time is. */
const hintOfDeletion = ({ rows }: Scope, place: Place): void => {
  const pathOf = ({ source }: CompiledRow) =>
    source.kind === 'text' && source.reading.type === 'time' ? pathText(source.steps) : undefined;
  const deletion = rows.find(({ target }) => target.member.element === 'SignalDeletionDate');
  const path = deletion === undefined ? undefined : pathOf(deletion);
  const other = rows.find(row => row !== deletion && path !== undefined && pathOf(row) === path);
  if (other !== undefined)
    hint(
      inside(place, 'AttentionSignal/SignalDeletionDate'),
      `it is read from the path of ${other.target.member.path}: is it when the warning ends?`,
    );
};

const inForce = 'AttentionSignal/SignalActive';
const withdrawn = 'AttentionSignal/SignalDeletionDate';

/** Says that nobody can tell which warnings are in force. */
const hintOfWarnings = ({ rows }: Scope, place: Place): void => {
  if (!writes(rows, inForce))
    hint(
      place,
      `no row writes ${inForce}: apps cannot tell which warnings are in force. If the EHR sends no others, write { "value": true }`,
    );
  const isConstant = rows.some(
    ({ target, source, when }) =>
      target.member.path === inForce && source.kind === 'value' && when.length === 0,
  );
  if (isConstant && !writes(rows, withdrawn))
    hint(
      inside(place, inForce),
      `every warning is published as in force, and no row writes ${withdrawn}: does the EHR send no others?`,
    );
};

/** Reports what of a kind is probably not meant. @param table its place. */
export const hintsOfKind = (compiled: CompiledKind, table: Place, folder: TableFolder): void => {
  const { kind, place, written, scope } = compiled;
  hintOfProtection(written.protected, inside(place, 'protected'), folder);
  hintsOfDecisive(compiled);
  hintOfDeletion(scope, table);
  if (kind === 'attentionSignals') hintOfWarnings(scope, table);
};

// Reads the kinds whose records are extracts.
import type { RecordOf } from '../../../domain/records/index.ts';
import type { ExtractKind } from '../../../domain/rules/facts.ts';
import type { Loss, Reader } from '../../../ports/ehr.ts';
import { decoder, type Fields } from '../xml/decoder.ts';
import { planOf } from '../xml/plan.ts';
import { type Connection, documentReader } from './documents.ts';
import { type ExtractSource, extractSources } from './kinds.ts';

const versionPath = 'XSDVersion/version';

type Layout = ExtractSource['layout'];

/** Whether the root says which version of the message layout its extracts have. */
const hasVersion = ({ XSDVersion: found }: Fields): boolean =>
  (found as Fields | undefined)?.version !== undefined;

/** The published record of one extract. In the older layout, the version stands beside it if it is readable (D37). */
const recordOf = (
  { key, layout }: { key: string; layout: Layout },
  extract: Fields,
  head: Fields,
): Fields => {
  const { XSDVersion: version, ...rest } = head;
  if (layout !== undefined) return { [key]: [extract] };
  return { ...rest, ...(hasVersion(head) ? { XSDVersion: version } : {}), [key]: [extract] };
};

/** What a record lacks: in the older layout its version, if the root has none. The v2 layout does not publish it. */
const lossesOf = (layout: Layout, head: Fields, losses: readonly Loss[]): readonly Loss[] => {
  if (layout !== undefined) return losses.filter(({ path }) => !path.startsWith('XSDVersion'));
  if (hasVersion(head)) return losses;
  const others = losses.filter(({ path }) => path !== versionPath);
  return [...others, { path: versionPath, reason: 'unreadable', hides: [] }];
};

/** Creates the reader of a kind whose records are extracts. */
export const readExtracts = <K extends ExtractKind>(connection: Connection, kind: K): Reader<RecordOf<K>> => {
  const { path, root, element, schema, layout, repeats } = extractSources[kind];
  const plan = planOf(schema, { ...connection.rules, layout });
  const key = plan.members.get(element)?.key ?? element;
  return documentReader(connection, {
    kind,
    path,
    decoder: (found, besides) =>
      decoder({
        root,
        plan,
        ...besides,
        ...(repeats === undefined ? {} : { repeats }),
        each: {
          element,
          found: (extract, head, losses) =>
            found({
              record: recordOf({ key, layout }, extract, head) as RecordOf<K>,
              losses: lossesOf(layout, head, losses),
            }),
        },
      }),
  });
};

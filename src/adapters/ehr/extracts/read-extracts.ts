// Reads the kinds whose records are extracts.
import type { RecordOf } from '../../../domain/records/index.ts';
import type { ExtractKind } from '../../../domain/rules/facts.ts';
import type { Loss, Reader } from '../../../ports/ehr.ts';
import { decoder, type Fields } from '../xml/decoder.ts';
import { planOf } from '../xml/plan.ts';
import { type Connection, documentReader } from './documents.ts';
import { type ExtractSource, extractSources } from './kinds.ts';

type Layout = ExtractSource['layout'];

/** The published record of one extract. In the older layout, the version stands beside it. */
const recordOf = ({ key, layout }: { key: string; layout: Layout }, extract: Fields, head: Fields): Fields =>
  layout === undefined ? { ...head, [key]: [extract] } : { [key]: [extract] };

/** The v2 layout does not publish the version, so an unreadable one is not a loss. */
const lossesOf = (layout: Layout, losses: readonly Loss[]) =>
  layout === undefined || losses.length === 0
    ? losses
    : losses.filter(({ path }) => !path.startsWith('XSDVersion'));

/** Creates the reader of a kind whose records are extracts. */
export const readExtracts = <K extends ExtractKind>(connection: Connection, kind: K): Reader<RecordOf<K>> => {
  const { path, root, element, schema, layout } = extractSources[kind];
  const plan = planOf(schema, { ...connection.rules, layout });
  const key = plan.members.get(element)?.key ?? element;
  return documentReader(connection, {
    kind,
    path,
    decoder: found =>
      decoder({
        root,
        plan,
        each: {
          element,
          found: (extract, head, losses) =>
            found({
              record: recordOf({ key, layout }, extract, head) as RecordOf<K>,
              losses: lossesOf(layout, losses),
            }),
        },
      }),
  });
};

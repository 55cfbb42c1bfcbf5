// Reading the kinds whose records are extracts.
import type { RecordOf } from '../../../domain/records/index.ts';
import type { ExtractKind } from '../../../domain/rules/facts.ts';
import type { Loss, Reader } from '../../../ports/ehr.ts';
import { decoder, type Fields } from '../xml/decoder.ts';
import { planOf } from '../xml/plan.ts';
import { type Connection, documents } from './documents.ts';
import { type ExtractSource, extractSources } from './kinds.ts';

type Layout = ExtractSource['layout'];

/** One extract as the record that is published: the older form has the version beside it. */
const recordOf = ({ key, layout }: { key: string; layout: Layout }, extract: Fields, head: Fields): Fields =>
  layout === undefined ? { ...head, [key]: [extract] } : { [key]: [extract] };

/** The v2 layout has no version: one that cannot be read is no loss there. */
const lossesOf = (layout: Layout, losses: readonly Loss[]) =>
  layout === undefined || losses.length === 0
    ? losses
    : losses.filter(({ path }) => !path.startsWith('XSDVersion'));

export const readExtracts = <K extends ExtractKind>(connection: Connection, kind: K): Reader<RecordOf<K>> => {
  const { path, root, element, schema, layout } = extractSources[kind];
  const plan = planOf(schema, { ...connection.rules, layout });
  const key = plan.members.get(element)?.key ?? element;
  return documents(connection, {
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

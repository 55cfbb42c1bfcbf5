// Reads the kinds whose records are extracts.
import type { RecordOf } from '../../../domain/records/index.ts';
import { type ExtractKind, factsOf } from '../../../domain/rules/facts.ts';
import type { Found, FoundPatient, Loss, PatientReader, Reader } from '../../../ports/ehr.ts';
import type { FrameFields } from '../xml/decoder.ts';
import { planOf } from '../xml/plan.ts';
import { documentReader, type ExtractsConnection } from './documents.ts';
import { withEmptiness } from './empty-records.ts';
import { type ExtractSource, extractSources } from './kinds.ts';

const versionPath = 'XSDVersion/version';

type Layout = ExtractSource['layout'];

/** Whether the root says which version of the message layout its extracts have. */
const hasVersion = ({ XSDVersion: version }: FrameFields): boolean =>
  (version as FrameFields | undefined)?.version !== undefined;

/** The published record of one extract. In the older layout, the version stands beside it if it is readable (D37). */
const recordOf = (
  { key, layout }: { key: string; layout: Layout },
  extract: FrameFields,
  head: FrameFields,
): FrameFields => {
  const { XSDVersion: version, ...rest } = head;
  if (layout !== undefined) return { [key]: [extract] };
  return { ...rest, ...(hasVersion(head) ? { XSDVersion: version } : {}), [key]: [extract] };
};

/** What a record lacks: in the older layout its version, if the root has none. The v2 layout does not publish it. */
const lossesOf = (layout: Layout, head: FrameFields, losses: readonly Loss[]): readonly Loss[] => {
  if (layout !== undefined) return losses.filter(({ path }) => !path.startsWith('XSDVersion'));
  if (hasVersion(head)) return losses;
  const others = losses.filter(({ path }) => path !== versionPath);
  return [...others, { path: versionPath, reason: 'unreadable', hides: [] }];
};

/**
 * Creates the reader of a kind whose records are extracts.
 * @param foundOf what is yielded for a record and its losses.
 */
const extractReader = <K extends ExtractKind, F extends Found<RecordOf<K>>>(
  connection: ExtractsConnection,
  kind: K,
  foundOf: (record: RecordOf<K>, losses: readonly Loss[]) => F,
) => {
  const { path, root, element, schema, layout, repeats } = extractSources[kind];
  const plan = planOf(schema, { ...connection.rules, layout });
  const { key = element, hides = [] } = plan.members.get(element) ?? {};
  return documentReader<F>(connection, {
    kind,
    path,
    document: addRecord => ({
      root,
      plan,
      ...(repeats === undefined ? {} : { repeats }),
      each: {
        element,
        onItem: ({ value, head, losses, texts }) => {
          const found = foundOf(
            recordOf({ key, layout }, value, head) as RecordOf<K>,
            lossesOf(layout, head, withEmptiness(element, { value, losses, hides })),
          );
          addRecord({ ...found, texts });
        },
      },
    }),
  });
};

/** Creates the reader of a kind whose records are extracts and not patients. */
export const readExtracts = <K extends Exclude<ExtractKind, 'patients'>>(
  connection: ExtractsConnection,
  kind: K,
): Reader<RecordOf<K>> => extractReader(connection, kind, (record, losses) => ({ record, losses }));

/** Creates the reader of the patient. Without its flag, an extract does not say whether the identity is protected. */
export const readExtractPatients = (connection: ExtractsConnection): PatientReader<RecordOf<'patients'>> =>
  extractReader<'patients', FoundPatient<RecordOf<'patients'>>>(connection, 'patients', (record, losses) => ({
    record,
    losses,
    isProtected: factsOf.patients(record).isProtected ?? 'not-said',
  }));

// Prints what tables make of each value of a saved answer.
import type { Explained } from '../../src/adapters/ehr/adapter.ts';
import { regionTime } from '../../src/adapters/time/region-time.ts';
import { systemClock } from '../../src/adapters/time/system-clock.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
import { omitUndefined } from '../../src/domain/model/omit-undefined.ts';
import { sourceOf } from '../../src/domain/records/index.ts';
import { print, Refusal, visible } from '../command.ts';
import { patientInFile } from './patient-in-file.ts';
import { reasonOf } from './reasons.ts';
import type { Asked } from './translation.ts';

const widthOf = (texts: readonly string[], most: number) =>
  Math.min(most, Math.max(0, ...texts.map(({ length }) => length)));

const explainedLines = (entries: readonly Explained[]): string[] => {
  const rows = entries.map(({ published, source, place, outcome, text: said }) => ({
    published,
    source: place === undefined ? source : `${source} (${place.line}:${place.column})`,
    said: visible(outcome === 'read' ? said : [outcome, said].filter(word => word !== '').join(': ')),
  }));
  const [first, second] = [
    widthOf(
      rows.map(({ published }) => published),
      60,
    ),
    widthOf(
      rows.map(({ source }) => source),
      40,
    ),
  ];
  return rows.map(
    ({ published, source, said }) => `${published.padEnd(first)}  ${visible(source).padEnd(second)}  ${said}`,
  );
};

type ExplainedFile = Asked & {
  /** Whether the service refuses the whole answer: then nothing that rows read is published. */
  readonly isRefused: boolean;
};

const refused =
  'The answer is refused, and nothing of it is published: see the error at the end. What the rows read of it:';

/** The records of a file, each value explained; none of a refused file that cannot be read at all. */
const explainedRecords = async (
  file: Uint8Array,
  { region, kind, patient = patientInFile(file, region.numbers), id, table, isRefused }: ExplainedFile,
): Promise<readonly (readonly Explained[])[]> => {
  const { systems, adapters, timeZone, reserveNumbersRoot } = region;
  const [system] = systems;
  const explainFile = adapters[system?.adapter ?? '']?.explainFile;
  if (system === undefined || explainFile === undefined)
    throw new Refusal(`The adapter ${system?.adapter} does not explain files: it has no tables.`);
  try {
    return await explainFile(file, system, {
      time: regionTime(timeZone),
      reserveNumbersRoot,
      clock: systemClock,
      kind: sourceOf(kind),
      patient,
      ...omitUndefined({ id, table }),
    });
  } catch (error) {
    // What refuses the answer is the error that counts.
    if (isRefused && isFailure(error)) return [];
    throw new Refusal(`The file cannot be explained: ${reasonOf(error)}`);
  }
};

/** Prints a line a value: where it is published, where it comes from, and what is published or why it is lost. */
export const printExplained = async (file: Uint8Array, explained: ExplainedFile): Promise<void> => {
  const records = await explainedRecords(file, explained);
  if (explained.isRefused && records.length > 0) print(refused);
  if (!explained.isRefused && records.length === 0) print('The answer has no records.');
  for (const [at, entries] of records.entries()) {
    print(`record ${at + 1}`);
    for (const line of explainedLines(entries)) print(line);
  }
};

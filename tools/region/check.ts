// npm run region -- check: tests a profile against its systems before the service uses it.
import type { FileHint } from '../../src/adapters/ehr/adapter.ts';
import { unknownAfterLookup } from '../../src/adapters/ehr/table/engine/pages.ts';
import { acceptedHintsFile } from '../../src/adapters/ehr/table/format/kinds.ts';
import type { Region } from '../../src/config/region/region.ts';
import { describeSystem } from '../../src/config/region/system.ts';
import { fileHints, regionWarnings } from '../../src/config/warnings.ts';
import type { RecordKind } from '../../src/domain/records/index.ts';
import { readArguments } from '../arguments.ts';
import { print, UsageError, warn } from '../command.ts';
import { table } from '../table.ts';
import { progress } from '../terminal/progress.ts';
import { counted, failed as inRed } from '../terminal/words.ts';
import { type Checked, checkKinds, notOffered } from './check-kinds.ts';
import { loadRegion, patientIn } from './profile.ts';

/** An official Swedish test number, which belongs to nobody. */
export const testNumber = '191212121212';

const { head, row } = table([
  { title: 'KIND', width: 16 },
  { title: 'SYSTEM', width: 24 },
  { title: 'OUTCOME', width: 15 },
  { title: 'RECORDS', width: 7 },
  { title: 'TIME', width: 0 },
]);

/** Whose records are read. A number that was given may be a real one, and is not printed. */
const whose = (given: string): string =>
  given === testNumber
    ? `the official test number ${testNumber}, which belongs to nobody`
    : 'the patient given with --patient';

const printRegion = ({ name, timeZone, systems }: Region) => {
  print(`${name}, ${timeZone}`);
  for (const system of systems) print(`  ${system.name}: ${describeSystem(system)}`);
  print();
};

/**
 * The status of a check that has reached everything, and has hints about files of the profile that nobody has accepted, or kinds that
 * contradict each other.
 */
const statusOfHints = 3;

/** The hints about files that systems of the profile name. */
type Hints = { readonly open: readonly FileHint[]; readonly accepted: readonly FileHint[] };

/**
 * Warns about what the profile allows but hardly anybody means: members, systems and rules that have no effect, and so on.
 * @returns the hints about files that systems of the profile name.
 */
const warnOf = async (region: Region): Promise<Hints> => {
  const { unknown, sources, systems } = region;
  for (const member of unknown) warn(`The profile has a member that nothing reads: ${member}`);
  const used = new Set(Object.values(sources));
  for (const { name } of systems) if (!used.has(name)) warn(`The system ${name} serves no kind.`);
  const hints = await fileHints(region);
  const open = hints.filter(({ accepted }) => accepted === undefined);
  for (const { where, message } of [...regionWarnings(region, new Date()), ...open])
    warn(`${where}: ${message}`);
  return { open, accepted: hints.filter(({ accepted }) => accepted !== undefined) };
};

const printChecked = ({ kind, system, outcome, records, durationMs, remarks }: Checked) => {
  const line = row([kind, system, outcome, String(records ?? '-'), `${durationMs} ms`]);
  print(outcome === 'FAILED' ? inRed(line) : line);
  for (const remark of remarks) print(`  ${remark}`);
};

/** Says how many hints there are, and how those that must stay are accepted. */
const printHints = ({ open, accepted }: Hints) => {
  if (accepted.length > 0) print(`${counted(accepted.length, 'hint')} accepted in ${acceptedHintsFile}.`);
  if (open.length === 0) return;
  print(
    `The tables have ${counted(open.length, 'hint')}: see above. Read each; with hints, the status is 3.`,
  );
  const names = open.flatMap(({ acceptAs }) => acceptAs ?? []);
  if (names.length === 0) return;
  print(
    `Where one is right to stay, write it with the reason into ${acceptedHintsFile} in the folder of the tables:`,
  );
  for (const name of names) print(`  ${JSON.stringify(name)}: ""`);
};

/**
 * The kinds that say that the patient is unknown, while a lookup or another kind of the system knows it: the address or the words of such a
 * kind are probably wrong (D15, unknown patients).
 */
const contradicting = (all: readonly Checked[]): readonly Checked[] =>
  all.filter(({ system, outcome, remarks }) => {
    const isKnown = all.some(other => other.system === system && (other.records ?? 0) > 0);
    if (outcome === 'no such patient') return isKnown;
    return outcome === 'FAILED' && remarks.some(remark => remark.includes(unknownAfterLookup));
  });

const printSum = (all: readonly Checked[], hints: Hints) => {
  const contradictions = contradicting(all);
  const failed = all.filter(one => one.outcome === 'FAILED' && !contradictions.includes(one)).length;
  print();
  for (const { kind, system } of contradictions)
    print(inRed(`${kind}: ${system} knows the patient, and says here that it does not. Is the path right?`));
  if (failed === 0) print(`All ${counted(all.length, 'kind')} that the region offers were reached.`);
  else print(inRed(`${failed} of ${counted(all.length, 'kind')} cannot be read.`));
  if (all.some(one => one.outcome === 'no such patient' && !contradictions.includes(one))) {
    print('The EHR does not know the patient. To test records, name a patient that it knows with --patient.');
  }
  printHints(hints);
};

const asJson = (
  { name, timeZone, systems, unknown }: Region,
  all: readonly Checked[],
  { given, kinds, hints }: { given: string; kinds: RecordKind[]; hints: Hints },
) => ({
  name,
  timeZone,
  patient: given === testNumber ? testNumber : 'given with --patient',
  systems: systems.map(system => ({ name: system.name, adapter: system.adapter, baseUrl: system.baseUrl })),
  kinds: all.map(({ outcome, ...checked }) => ({ ...checked, outcome: outcome.toLowerCase() })),
  notOffered: kinds,
  unread: unknown,
  hints: hints.open,
  acceptedHints: hints.accepted.map(({ acceptAs: _, ...hint }) => hint),
});

export const runCheck = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments(argv, {
    options: {
      patient: { type: 'string', default: testNumber },
      strict: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [path = '', ...more] = positionals;
  if (path === '' || more.length > 0) throw new UsageError('Which profile? Name one file.');
  const region = await loadRegion(path);
  const patient = await patientIn(values.patient, region);
  const hints = await warnOf(region);
  const kinds = notOffered(region);
  if (!values.json) {
    printRegion(region);
    print(`Reads the records of ${whose(values.patient)}.\n`);
    print(head);
    for (const kind of kinds) print(row([kind, '-', 'not offered']));
  }
  const began = Date.now();
  const reading = new Set<RecordKind>();
  const waiting = progress(
    () => `waiting for ${[...reading].join(', ')}: ${Math.round((Date.now() - began) / 1000)} s`,
  );
  const all = await checkKinds({
    region,
    patient,
    reading,
    done: checked => {
      waiting.clear();
      if (!values.json) printChecked(checked);
    },
  });
  waiting.end();
  if (values.json)
    print(JSON.stringify(asJson(region, all, { given: values.patient, kinds, hints }), undefined, 2));
  else printSum(all, hints);
  const isRefused = values.strict && region.unknown.length > 0;
  const contradictions = contradicting(all);
  if (isRefused || all.some(one => one.outcome === 'FAILED' && !contradictions.includes(one))) return 1;
  return hints.open.length > 0 || contradictions.length > 0 ? statusOfHints : 0;
};

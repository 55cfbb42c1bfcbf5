// The adapter for an EHR that answers JSON or XML over HTTP, by tables that say what goes where (docs/region-tables.md).

import { resolve } from 'node:path';
import { type Static, Type } from 'typebox';
import { Failure } from '../../../domain/model/failure.ts';
import { personRoots } from '../../../domain/rules/foreign.ts';
import { regionTime } from '../../time/region-time.ts';
import type { Adapter, FileOwner, MemberFault, OpenSystem, RegionFacts, System } from '../adapter.ts';
import { comparingBirthDates } from '../birth-dates.ts';
import { answeringUpstream } from '../transport/file-upstream.ts';
import { openUpstream } from '../transport/open-upstream.ts';
import type { Upstream } from '../transport/upstream.ts';
import { withAccepted } from './compiler/accepted-hints.ts';
import { pathsIn } from './compiler/files.ts';
import { type Loaded, loadTables } from './compiler/load.ts';
import { kindCounts } from './engine/counts.ts';
import { keptBookings } from './engine/kept-bookings.ts';
import type { KindConnection } from './engine/kind-reader.ts';
import { idFound, personFinder } from './engine/lookup.ts';
import type { Connection } from './engine/pages.ts';
import { readTableAppointments, readTableExtracts, readTableVideoMeetings } from './engine/read-kinds.ts';
import { resultSaid, tableWriter } from './engine/writes.ts';
import { explainSample } from './samples/explain.ts';
import { samplesOf } from './samples/folder.ts';
import { sampleHints } from './samples/sample-hints.ts';
import type { Tables } from './tables.ts';

const Members = Type.Object({
  tables: Type.String({ minLength: 1, description: 'the folder of the tables' }),
});
type Members = Static<typeof Members>;

const folderOf = (profileMembers: unknown, profileFolder: string): string =>
  resolve(profileFolder, (profileMembers as Members).tables);

/** Which faults tables have, and which kinds, does not depend on the region's time zone: this is the usual one. */
const anyZone = 'Europe/Stockholm';

const loadFor = (profileMembers: unknown, profileFolder: string): Loaded =>
  loadTables(folderOf(profileMembers, profileFolder), regionTime(anyZone));

const tablesFor = ({ profileMembers, profileFolder }: System, region: RegionFacts): Tables => {
  const { tables } = loadTables(folderOf(profileMembers, profileFolder), region.time);
  if (tables === undefined)
    throw new Failure('unexpected', { detail: 'the tables have changed since they were checked' });
  return tables;
};

/** An upstream that answers everything with a saved answer. */
const fileUpstream = (bytes: Uint8Array, system: System, { status = 200 }: FileOwner): Upstream =>
  answeringUpstream(system, () => ({ status, contentType: undefined, bytes }));

/** Takes the first id of a file for the patient's, where nobody has given one: two are never both. */
const oneId = () => {
  let own: string | undefined;
  return {
    take: (id: string): boolean => {
      own ??= id;
      return own === id;
    },
    taken: (): string[] => (own === undefined ? [] : [own]),
  };
};

const connectionTo = (
  upstream: Upstream,
  system: System,
  region: RegionFacts,
  file?: Connection['file'],
): Connection => ({
  tables: tablesFor(system, region),
  upstream,
  baseUrl: system.baseUrl,
  roots: personRoots(region.reserveNumbersRoot),
  localNow: () => region.time.toLocal(region.clock()),
  ...(file && { file }),
});

const openWith = (own: Connection, system: System, region: RegionFacts): OpenSystem => {
  const { tables, upstream } = own;
  const counts = new Map([...tables.kinds].map(([kind, all]) => [kind, kindCounts(kind, all)] as const));
  const connection: KindConnection = {
    ...own,
    counts,
    system,
    reserveRoot: region.reserveNumbersRoot,
    clock: region.clock,
    findPerson: personFinder(own),
    bookings: keptBookings(),
  };
  return {
    ehr: comparingBirthDates({
      appointments: readTableAppointments(connection),
      patients: readTableExtracts(connection, 'patients'),
      contacts: readTableExtracts(connection, 'contacts'),
      attentionSignals: readTableExtracts(connection, 'attentionSignals'),
      videoMeetings: readTableVideoMeetings(connection),
      prescriptions: readTableExtracts(connection, 'prescriptions'),
      journalNotes: readTableExtracts(connection, 'journalNotes'),
      writer: tableWriter(connection),
    }),
    isOpen: () => upstream.isOpen(),
    tableCounts: () => [...counts.values()].flatMap(one => one.list()),
    close: () => upstream.close(),
  };
};

/** Where the tables say that the EHR does not know protected identities, the profile says it too: each start then warns of it (D27). */
const checkSilence = (profileMembers: unknown, { tables }: Loaded): MemberFault[] => {
  const { protectedIdentity } = profileMembers as { readonly protectedIdentity?: string };
  const states = tables?.kinds.get('patients')?.[0]?.statesProtection;
  return states === false && protectedIdentity !== 'not-said'
    ? [{ place: 'protectedIdentity', expected: '"not-said", as protected of the tables says' }]
    : [];
};

export const table: Adapter = {
  members: Members,
  offers: (profileMembers, profileFolder) => {
    const kinds = [...(loadFor(profileMembers, profileFolder).tables?.kinds ?? [])];
    return {
      kinds: kinds.map(([kind]) => kind),
      intervals: kinds
        .filter(([, requests]) => requests.some(({ takesInterval }) => takesInterval))
        .map(([kind]) => kind),
    };
  },
  check: (profileMembers, profileFolder) => {
    const loaded = loadFor(profileMembers, profileFolder);
    return [
      ...loaded.faults.map(({ where, expected }) => ({ place: 'tables', file: where, expected })),
      ...checkSilence(profileMembers, loaded),
    ];
  },
  hints: async (profileMembers, profileFolder, region) => {
    const { tables, hints, accepted } = loadFor(profileMembers, profileFolder);
    const folder = folderOf(profileMembers, profileFolder);
    const ofSamples = tables === undefined ? [] : await sampleHints(folder, tables, region);
    return withAccepted([...hints, ...ofSamples], { accepted, hasSamples: samplesOf(folder).length > 0 });
  },
  version: (profileMembers, profileFolder) => loadFor(profileMembers, profileFolder).tables?.hash,
  versionFiles: (profileMembers, profileFolder) => pathsIn(folderOf(profileMembers, profileFolder)),
  open: (system, region) =>
    openWith(connectionTo(openUpstream(system, region.clock), system, region), system, region),
  openFile: (bytes, system, region) => {
    let isOnePage = false;
    const ids = oneId();
    const connection = connectionTo(fileUpstream(bytes, system, region), system, region, {
      onFurtherPage: () => {
        isOnePage = true;
      },
      id: region.id,
      table: region.table,
      onId: ids.take,
    });
    const { ehr, ...opened } = openWith(connection, system, region);
    return {
      ...opened,
      ehr: { ...ehr, writer: undefined },
      isOnePage: () => isOnePage,
      idsTaken: ids.taken,
    };
  },
  readFile: async (bytes, system, { answerOf, patient, call, ...region }) => {
    const file = { onFurtherPage: () => {}, id: undefined, onId: () => false };
    const connection = connectionTo(fileUpstream(bytes, system, region), system, region, file);
    return answerOf === 'lookup'
      ? { said: await idFound(connection, { patient, call }), losses: [] }
      : resultSaid(connection, answerOf, call);
  },
  explainFile: async (bytes, system, { kind: asked, patient, id, table, ...region }) => {
    const tables = tablesFor(system, region);
    const requests = tables.kinds.get(asked) ?? [];
    const kind = requests.find(one => one.table === table) ?? requests[0];
    if (kind === undefined) return [];
    const now = region.clock();
    const localNow = region.time.toLocal(now);
    const person = { id: id ?? 'any', onAnyId: id === undefined ? oneId().take : undefined };
    const roots = personRoots(region.reserveNumbersRoot);
    const wanted = patient === undefined ? undefined : { ...person, patient, now: localNow, roots };
    return explainSample(bytes, { tables, kind, now, localNow, wanted });
  },
};

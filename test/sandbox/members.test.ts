import { expect, onTestFinished, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { regions } from '../../sandbox/regions.ts';
import { recordSchemas } from '../../src/domain/records/index.ts';
import { operations } from '../../src/http/operations/operations.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { newFolder } from '../support/new-folder.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { addMembers, membersOf } from '../support/service/record-members.ts';
import { startService } from '../support/service/service.ts';
import { placeless } from './placeless-members.ts';

/** Who together have every member: the rich histories, a life abroad, a death, a merged patient. */
const { tolvan, complete, deceased, empty, guardian } = people;
const patients = [tolvan, complete, deceased, empty, guardian];

/** Words that were seen in such systems, as if each were a member. */
const words = [
  'contacts/contactEHRExtract/contact/contactStatus=ARRIVED',
  ...['ACTIVE', 'ENDED', 'INVALIDATED'].map(
    word =>
      `prescriptions/PrescriptionEHRExtract/Prescription/MedicationTreatmentStatusDetail/TreatmentStatus=${word}`,
  ),
];

const reads = operations.flatMap(row => (row.method === 'GET' ? [row] : []));

const withoutIndexes = (place: string) => place.replaceAll('[]', '');

/** Adds the words of a JSON value that are among those looked for. */
const addWords = (value: unknown, found: Set<string>, place: string): void => {
  if (typeof value !== 'object' || value === null) {
    found.add(`${place}=${value}`);
    return;
  }
  for (const [member, inner] of Object.entries(value))
    addWords(inner, found, Array.isArray(value) ? place : `${place}/${member}`);
};

const issuer = await forThisFile(startIssuer());
/** The members and words in the records of a region's patients. */
const seenIn = async (name: keyof typeof placeless): Promise<ReadonlySet<string>> => {
  const folder = newFolder();
  const { url, system, profile = {}, close } = await regions[name].start({ port: 0, folder });
  onTestFinished(close);
  const service = await startService({
    issuer,
    ehr: url,
    system: { ...system },
    profile: { ...profile },
    settings: { AUTH_PARTNER_CLIENTS: 'partner' },
  });
  onTestFinished(service.close);
  const scope = reads.map(row => row.scope).join(' ');
  const token = await issuer.sign({ client_id: 'partner', sub: undefined, scope });
  const { body: capabilities } = await service.ask({ path: '/capabilities', key: null });
  const offered: readonly { number: number; offered: boolean }[] = capabilities.operations;
  const seen = new Set<string>();
  for (const { kind, number: operation, path, version } of reads) {
    const isOffered = offered.find(({ number }) => number === operation)?.offered === true;
    for (const { number } of patients) {
      const asked = version === undefined ? path : `${path}?api-version=v2`;
      const { status, body } = await service.ask({ path: asked, token, patient: number });
      if (!isOffered) expect([404, 501]).toContain(status);
      if (!isOffered) continue;
      expect([kind, number, status]).toEqual([kind, number, 200]);
      for (const record of body as object[]) {
        const found = new Set<string>();
        addMembers(record, found);
        addWords(record, seen, kind);
        for (const place of found) seen.add(`${kind}${withoutIndexes(place)}`);
      }
    }
  }
  return seen;
};

const allMembers = [
  ...reads.flatMap(({ kind }) =>
    [...membersOf(recordSchemas[kind])].map(place => `${kind}${withoutIndexes(place)}`),
  ),
  ...words,
];

/** The names of both layouts look the same: `rc_id`, `rcId`. */
const steps = (place: string) => `/${place.toLowerCase().replaceAll('_', '')}/`;

test.each(Object.keys(placeless) as (keyof typeof placeless)[])(
  '%s: every member that the protocol has a place for',
  async name => {
    const seen = await seenIn(name);
    const listed = Object.values(placeless[name])
      .flat()
      .map(entry => ({ entry, steps: steps(entry) }));
    const isListed = (place: string) => listed.some(one => steps(place).includes(one.steps));
    expect(allMembers.filter(place => !seen.has(place) && !isListed(place))).toEqual([]);
    expect(allMembers.filter(place => seen.has(place) && isListed(place))).toEqual([]);
    const unused = listed.filter(one => !allMembers.some(place => steps(place).includes(one.steps)));
    expect(unused.map(({ entry }) => entry)).toEqual([]);
  },
  60_000,
);

// What rows make of values as EHRs send them: cases/values.yaml.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { forThisFile } from '../../../support/for-this-file.ts';
import { world } from '../contract-world.ts';
import { inJson, listOfAll, readKind, tableEhr } from './table-ehr.ts';

type Case = {
  readonly form: string;
  readonly kind?: SourceKind;
  readonly rows: object;
  readonly path?: string;
  /** A record, what is published at the path, and what is lost. */
  readonly records: readonly (readonly [object, unknown, readonly string[]])[];
};

// Numbers keep the digits that the file has, as in an answer: `1.50` is written as it stands.
const text = readFileSync(new URL('cases/values.yaml', import.meta.url), 'utf8');
const cases = parse(text, (_, value: unknown) => value) as readonly Case[];

const fileOf: Partial<Record<SourceKind, string>> = {
  patients: 'patients.json',
  prescriptions: 'prescriptions.json',
};
const ehr = await forThisFile(tableEhr());

const filesFor = ({ kind = 'contacts', rows }: Case) => ({
  'system.json': {
    ...inJson,
    kinds: {
      [kind]: { ...listOfAll, ...(kind === 'patients' ? { protected: { from: 'secret' } } : {}) },
    },
  },
  [fileOf[kind] ?? 'contacts.json']: rows,
});

const at = (record: unknown, path: string): unknown =>
  path
    .split('/')
    .reduce<unknown>((here, name) => (here as Record<string, unknown> | undefined)?.[name], record);

describe.each(cases)('$form', one => {
  test.each(one.records)('%j', async (record, published, lost) => {
    const exact = JSON.stringify({
      list: [{ who: world.patient, ...(one.kind === 'patients' ? { secret: false } : {}), ...record }],
    });
    ehr.answer(() => exact.replaceAll('1.5', '1.50').replaceAll('2.5', '2.50'));
    const { kind = 'contacts', path = 'contactEHRExtract/0/contact/contactStatus' } = one;
    const now = () => Date.parse('2026-11-25T12:00:00+01:00');
    const read = await readKind(ehr, filesFor(one), kind, { now });
    if (typeof read === 'string') throw new Error(read);
    const losses = read.losses.map(
      ({ reason, path: of, times }) => `${reason} ${of}${times === undefined ? '' : ` x${times}`}`,
    );
    expect([at(read.records[0], path) ?? null, losses]).toEqual([published, lost]);
  });
});

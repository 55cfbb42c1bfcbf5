// Faults of a kind and of its rows, each by a small edit: cases/kind-faults.yaml.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { editedTables, type TableEdit } from './edited-tables.ts';
import { faultsOf, inJson, listOfAll } from './table-ehr.ts';

const fileOf = {
  contacts: 'contacts.json',
  appointments: 'appointments.json',
  journalNotes: 'journal-notes.json',
};

type Group = {
  readonly group: string;
  readonly kind?: keyof typeof fileOf;
  readonly rows: object;
  readonly members?: object;
  readonly system?: object;
  /** Whether the tables may have further faults then. */
  readonly atLeast?: true;
  readonly faults: readonly (readonly [fault: string, members: object, rows: object, expected: string])[];
};

const groups: readonly Group[] = parse(
  readFileSync(new URL('cases/kind-faults.yaml', import.meta.url), 'utf8'),
);

describe.each(groups)('$group', ({ kind = 'contacts', rows, members, system, atLeast, faults }) => {
  const file = fileOf[kind];
  const usual = { ...listOfAll, path: '/visits/{patient}' };
  const right = {
    system: { ...inJson, ...system, kinds: { [kind]: { ...usual, ...members } }, writes: {} },
    [file]: rows,
  };
  const faultsWith = (edit: TableEdit): string[] => {
    const { system: edited, ...rest } = editedTables(right, edit);
    const { writes: _, ...read } = edited;
    return faultsOf({ 'system.json': read, ...(rest as Record<string, object>) });
  };

  test('has none without an edit', () => {
    expect(faultsWith({})).toEqual([]);
  });

  test.each(faults)('%s', (_, ofKind, ofRows, expected) => {
    const found = faultsWith({ kinds: { [kind]: ofKind }, [file]: { ...ofRows } });
    expect(found).toContain(`region/${expected}`);
    if (atLeast !== true) expect(found).toHaveLength(1);
  });
});

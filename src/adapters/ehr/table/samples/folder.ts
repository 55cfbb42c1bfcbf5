// The saved answers beside the tables: `samples/contacts-1.json` or `.xml`, and the records that are expected of it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceKind } from '../../../../domain/records/index.ts';
import { tableFiles, tableKinds } from '../format/kinds.ts';

export type SampleFile = {
  /** Without its ending: `contacts-1`. */
  readonly name: string;
  readonly kind: SourceKind;
  readonly file: string;
  /** The file with the records, `contacts-1.expected.json`; it may be missing. */
  readonly expected: string;
};

/** @param tables the folder of the tables. */
export const samplesOf = (tables: string): readonly SampleFile[] => {
  const folder = join(tables, 'samples');
  return (existsSync(folder) ? readdirSync(folder) : []).sort().flatMap(entry => {
    const [, name = '', stem = ''] = /^((.+)-[^-.]+)\.(?:json|xml)$/.exec(entry) ?? [];
    const kind = tableKinds.find(table => tableFiles[table] === `${stem}.json`);
    return kind === undefined
      ? []
      : [{ name, kind, file: join(folder, entry), expected: join(folder, `${name}.expected.json`) }];
  });
};

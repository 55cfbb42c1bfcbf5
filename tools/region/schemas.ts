// npm run region -- schemas: the JSON Schemas of the files of a region without code, for editors.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorSchemas } from '../../src/adapters/ehr/table/samples/editor-schemas.ts';
import { readArguments } from '../arguments.ts';
import { print, refusalBecause, UsageError } from '../command.ts';

/** Writes the schemas into a folder, which is made if it does not exist. Returns the paths of the files. */
export const writeSchemas = (folder: string): string[] => {
  mkdirSync(folder, { recursive: true });
  return [...editorSchemas()].map(([name, schema]) => {
    const path = join(folder, name);
    writeFileSync(path, `${JSON.stringify(schema, undefined, 2)}\n`);
    return path;
  });
};

export const runSchemas = (argv: readonly string[]): number => {
  const { positionals } = readArguments(argv, { options: {}, allowPositionals: true });
  const [folder = ''] = positionals;
  if (folder === '' || positionals.length > 1) throw new UsageError('Give a folder.');
  try {
    print(`${writeSchemas(folder).length} schemas in ${folder}.`);
    return 0;
  } catch (error) {
    throw refusalBecause(`${folder} cannot be written`, error);
  }
};

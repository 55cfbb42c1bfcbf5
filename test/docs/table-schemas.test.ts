// The JSON Schemas that editors get: they accept the sandbox's tables.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { editorSchemas } from '../../src/adapters/ehr/table/samples/editor-schemas.ts';

const root = join(import.meta.dirname, '../..');
const schemas = editorSchemas();

const tables = join(root, 'sandbox/table');
const schemaOf = (file: string) => {
  const folder = basename(dirname(file));
  const name = folder === 'words' ? 'words' : folder === 'parts' ? 'part' : basename(file, '.json');
  return schemas.get(`${name}.schema.json`) ?? {};
};
const validate = (file: string, change: (value: Record<string, unknown>) => object = value => value) =>
  new Ajv({ strict: false }).validate(
    schemaOf(file),
    change(JSON.parse(readFileSync(join(tables, file), 'utf8'))),
  );

const files = readdirSync(tables, { recursive: true, encoding: 'utf8' }).filter(name =>
  name.endsWith('.json'),
);

test.each(files)('the schema accepts %s', file => {
  expect(validate(file)).toBe(true);
});

test.each([
  ['nordvik/contacts.json', { 'Contact/ContactStatus': { form: 'status' } }],
  ['nordvik/contacts.json', { 'Units/Unit': { each: 'units', record: { UnitName: { from: 1 } } } }],
  ['nordvik/system.json', { unknownPatient: { status: 404 } }],
  ['nordvik/words/roles.json', { LK: ['Läkare'] }],
])('the schema refuses a fault in %s', (file, fault) => {
  expect(validate(file, value => ({ ...value, ...fault }))).toBe(false);
});

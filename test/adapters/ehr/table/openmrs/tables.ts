// Tables of OpenMRS, after its public REST documentation (https://rest.openmrs.org): patients by identifiers of a type, allergies that
// nobody has asked for (204), observations of every type, orders with doses, times as Java writes them, links that name localhost.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { TableFiles } from '../table-ehr.ts';

/** File → its content. */
export const openmrsTables: TableFiles = parse(readFileSync(new URL('tables.yaml', import.meta.url), 'utf8'));

// A region with tables of a few lines, and the operators' commands on it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../support/new-folder.ts';
import { runTool } from './run.ts';

export const patient = '191212121212';
/** A region needs patients: from them, it is known whether an identity is protected (D27). */
export const patients = {
  path: '/persons/{patient}',
  record: 'a/person',
  owner: { record: 'who' },
  visible: 'all',
  protected: { from: 'secret', words: { N: false, J: true } },
};
export const system = {
  format: 'json',
  unknownPatient: { status: 404, body: { code: ['UNKNOWN'] } },
  kinds: {
    patients,
    contacts: {
      path: '/{patient}',
      items: 'list',
      owner: { record: 'who' },
      visible: { from: 'audience', shown: ['P'], hidden: ['S'] },
    },
  },
};
/** The same system, which answers XML. */
export const systemInXml = {
  ...system,
  format: 'xml',
  unknownPatient: { status: 404, body: { 'a/code': ['UNKNOWN'] } },
  kinds: { patients, contacts: { ...system.kinds.contacts, items: 'a/list/one' } },
};
/** The same system, where records name an id of the EHR's own. */
export const systemById = (owner: object) => ({
  ...system,
  lookup: { path: '/find', query: { no: '{patient}' }, items: 'hits', owner: { record: 'no' }, id: 'id' },
  kinds: { patients, contacts: { ...system.kinds.contacts, path: '/{id}', owner } },
});
export const contacts = { 'Contact/ContactStatus': { from: 'status', words: { F: 'Avslutad' } } };
export const sample = {
  list: [
    { who: patient, audience: 'P', status: 'F' },
    { who: patient, audience: 'S', status: 'F' },
  ],
};
export type Files = { readonly tables?: object; readonly samples: Readonly<Record<string, unknown>> };

/** Runs `npm run region` with these arguments in a folder with the region, its tables and its samples. */
export const runIn = ({ tables = {}, samples }: Files, argv: readonly string[]) => {
  const folder = newFolder();
  mkdirSync(join(folder, 'prov', 'samples'), { recursive: true });
  const write = (name: string, content: unknown) =>
    writeFileSync(
      join(folder, name),
      typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content),
    );
  write('region.json', {
    name: 'Region Prov',
    timeZone: 'Europe/Stockholm',
    release: 'ehr',
    systems: { ehr: { adapter: 'table', baseUrl: 'http://127.0.0.1:1', tables: 'prov' } },
  });
  const all = {
    'system.json': system,
    'contacts.json': contacts,
    'patients.json': { 'Patient/PatientBirthDate': 'born' },
    ...tables,
  };
  for (const [name, content] of Object.entries(all))
    if (content !== undefined) write(`prov/${name}`, content);
  for (const [name, content] of Object.entries(samples)) write(`prov/samples/${name}`, content);
  return runTool('region', argv, { cwd: folder });
};

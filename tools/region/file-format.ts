// Says when a file cannot be an answer to the profile's system, because that reads another format.
import type { Region } from '../../src/config/region/region.ts';

type Format = 'JSON' | 'XML';

/** What the adapters read. Tables say it themselves, and adapters of a region's own are not known here. */
const formats: ReadonlyMap<string, Format> = new Map([
  ['extracts', 'XML'],
  ['rivta', 'XML'],
  ['fhir', 'JSON'],
]);

/** How much of a file is looked at: enough for what its root is. */
const headBytes = 4096;

const headOf = (file: Uint8Array): string =>
  new TextDecoder().decode(file.subarray(0, headBytes)).trimStart();

const formatOf = (head: string): Format | undefined => {
  if (/^[[{]/.test(head)) return 'JSON';
  return head.startsWith('<') ? 'XML' : undefined;
};

/** The adapters that read such a file, the likeliest one first. */
const readersOf = (head: string, format: Format): string => {
  if (format === 'XML')
    return /^(<\?[^>]*>\s*)*<(\w+:)?Envelope\b/.test(head)
      ? 'rivta (it is a SOAP answer)'
      : 'extracts, or table with tables for your EHR';
  return /"resourceType"\s*:/.test(head)
    ? 'fhir (it is a FHIR resource)'
    : 'table, with tables for your EHR (docs/region-without-code.md)';
};

/** A sentence on the file's format if the profile's only system reads another one; otherwise undefined. */
export const wrongFormat = (file: Uint8Array, { systems: [system] }: Region): string | undefined => {
  const head = headOf(file);
  const [found, expected] = [formatOf(head), formats.get(system?.adapter ?? '')];
  if (system === undefined || found === undefined || expected === undefined || found === expected)
    return undefined;
  return `The file is ${found}, but the system "${system.name}" (adapter ${system.adapter}) reads ${expected}. ${found} like this is read by the adapter ${readersOf(head, found)}: name a profile with such a system with --profile.`;
};

// The list of components (SBOM) in CycloneDX, as npm makes it from the lock file, without what differs from run to run.
import { hash } from 'node:crypto';

type Sbom = {
  readonly serialNumber?: string;
  readonly metadata: {
    readonly timestamp: string;
    readonly component: { readonly name: string; readonly [more: string]: unknown };
    readonly [more: string]: unknown;
  };
  readonly [more: string]: unknown;
};

/** A UUID of version 8, whose bits are those of a hash. */
const uuidOf = (text: string): string => {
  const digits = hash('sha256', text, 'hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
};

/**
 * npm names the component after the folder, and gives the document the time of the run and a random serial number.
 * @param time that of the commit, ISO 8601.
 * @returns the document as JSON, the same for the same lock file, name and time.
 */
export const stableSbom = (made: string, { name, time }: { name: string; time: string }): string => {
  const { serialNumber: _, ...sbom } = JSON.parse(made) as Sbom;
  const { metadata } = sbom;
  const stable = {
    ...sbom,
    metadata: { ...metadata, timestamp: time, component: { ...metadata.component, name } },
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(stable))}`;
  return `${JSON.stringify({ ...stable, serialNumber }, null, 2)}\n`;
};

// The list of components (SBOM) in CycloneDX: the program as npm lists it from the lock file, without what differs from run to run, and
// the packages of the image that it runs in.
import { hash } from 'node:crypto';
import { Refusal } from '../command.ts';

type Component = { readonly name: string; readonly [more: string]: unknown };

type Sbom = {
  readonly serialNumber?: string;
  readonly metadata: {
    readonly timestamp: string;
    readonly component: Component;
    readonly [more: string]: unknown;
  };
  readonly components: readonly Component[];
  readonly [more: string]: unknown;
};

/** A UUID of version 8, whose bits are those of a hash. */
const uuidOf = (text: string): string => {
  const digits = hash('sha256', text, 'hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
};

/** The image that the program runs in, and what `dpkg-query` lists in it. */
export type ImagePackages = { readonly image: string; readonly digest: string; readonly listed: string };

/** Name, version and architecture, as Debian allows them. */
const packageLine = /^([a-z0-9][a-z0-9+.-]+) ([0-9][A-Za-z0-9.+~:-]*) ([a-z0-9-]+)$/;

/** Debian's packages as components. Throws a refusal for a list of another form, and for an empty one. */
const debianPackages = (listed: string): Component[] => {
  const lines = listed.split('\n');
  const faulty = lines.findIndex(line => line !== '' && !packageLine.test(line));
  if (faulty !== -1)
    throw new Refusal(
      `--packages: line ${faulty + 1} must be a name, a version and an architecture, as "dpkg-query -W" prints them.`,
    );
  const packages = lines.filter(line => line !== '').toSorted();
  if (packages.length === 0) throw new Refusal('--packages: the list is empty.');
  return packages.map(line => {
    const [, name = '', version = '', architecture = ''] = packageLine.exec(line) ?? [];
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`;
    return { type: 'library', 'bom-ref': purl, name, version, purl };
  });
};

/** The image as a component that holds its packages. */
const imageComponent = ({ image, digest, listed }: ImagePackages): Component => ({
  type: 'container',
  'bom-ref': `${image}@${digest}`,
  name: image,
  version: digest,
  components: debianPackages(listed),
});

/**
 * npm names the component after the folder, and gives the document the time of the run and a random serial number.
 * @param about.time that of the commit, ISO 8601.
 * @param about.packages undefined leaves the image out.
 * @returns the document as JSON, the same for the same lock file, name, time and packages.
 */
export const stableSbom = (
  made: string,
  about: { name: string; time: string; packages: ImagePackages | undefined },
): string => {
  const { name, time, packages } = about;
  const { serialNumber: _, ...sbom } = JSON.parse(made) as Sbom;
  const { metadata, components } = sbom;
  const stable = {
    ...sbom,
    metadata: { ...metadata, timestamp: time, component: { ...metadata.component, name } },
    components: packages === undefined ? components : [...components, imageComponent(packages)],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(stable))}`;
  return `${JSON.stringify({ ...stable, serialNumber }, null, 2)}\n`;
};

// The measured sizes: the requested resource, and the size of the EHR's body.
import { kinds } from './kinds.ts';

export type Size = {
  readonly name: string;
  /** The path at the service, and the corresponding path at the EHR. */
  readonly url: string;
  readonly path: string;
  /** Approximate bytes of XML. */
  readonly bytes: number;
};

const kilobyte = 1000;
const megabyte = 1000 * kilobyte;

export const sizes = {
  small: { name: '3 KB', ...kinds.patient, bytes: 3 * kilobyte },
  medium: { name: '40 KB', ...kinds.prescription, bytes: 40 * kilobyte },
  large: { name: '250 KB', ...kinds.note, bytes: 250 * kilobyte },
  huge: { name: '10 MB', ...kinds.note, bytes: 10 * megabyte },
  withinLimit: { name: '60 MB', ...kinds.note, bytes: 60 * megabyte },
} as const satisfies Record<string, Size>;

/** The sizes of which there are FHIR Bundles. */
const ofFhir: readonly Size[] = [sizes.medium, sizes.large];
const ofExtracts: readonly Size[] = [sizes.small, ...ofFhir, sizes.huge];

/**
 * The size that an option names by its kilobytes.
 * @param fhir whether the EHR is a FHIR server, which has fewer sizes.
 * Throws a RangeError for any other name.
 */
export const sizeNamed = (name: string, fhir: boolean): Size => {
  const named = new Map((fhir ? ofFhir : ofExtracts).map(size => [String(size.bytes / kilobyte), size]));
  const size = named.get(name);
  if (size === undefined) throw new RangeError(`no size ${name}: ${[...named.keys()].join(', ')}`);
  return size;
};

// The EHR that is a FHIR server. The floor requests the same Bundles by its own paths.
import { patients } from '../data/people.ts';
import { sizes } from '../data/sizes.ts';
import { serveBodies } from '../servers/serve-bodies.ts';
import { idOf, type Kind, organizationBundle, patientBundle, recordsBundle } from './bundles.ts';

const paths: ReadonlyMap<Kind, string> = new Map([
  ['MedicationRequest', sizes.medium.path],
  ['Composition', sizes.large.path],
]);
const bundles = new Map<string, Buffer>();

const records = (kind: Kind, index: number, bytes: number): Buffer => {
  const key = `${kind} ${index} ${bytes}`;
  const body = bundles.get(key) ?? recordsBundle(kind, index, bytes);
  bundles.set(key, body);
  return body;
};

await serveBodies('application/fhir+json', ({ pathname, searchParams }, bytesOf) => {
  if (pathname === '/fhir/Organization') return organizationBundle;
  if (pathname === '/fhir/Patient') {
    const number = /\|(\d{12})/.exec(searchParams.get('identifier') ?? '')?.[1] ?? '';
    return patients.includes(number) ? patientBundle(number) : undefined;
  }
  const patient = searchParams.get('patient') ?? '';
  const index = patients.findIndex((number, at) => [number, `Patient/${idOf(at)}`].includes(patient));
  const [kind, path = ''] = [...paths].find(([type, own]) => [`/fhir/${type}`, own].includes(pathname)) ?? [];
  return kind === undefined || index === -1 ? undefined : records(kind, index, bytesOf(path));
});

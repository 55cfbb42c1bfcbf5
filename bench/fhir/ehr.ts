// The FHIR server of the bench, a separate process. It serves Bundles from memory, so its cost is small and the same for
// every server under test. The floor requests the same Bundles by its own paths.
import { listen } from '../../sandbox/listen.ts';
import { patients } from '../data/people.ts';
import { type Size, sizes } from '../data/sizes.ts';
import { idOf, type Kind, organizationBundle, patientBundle, recordsBundle } from './bundles.ts';

const kindOf: Readonly<Record<string, Kind>> = {
  [sizes.medium.path]: 'MedicationRequest',
  [sizes.large.path]: 'Composition',
};
const bytesOf = new Map<Kind, number>();
const bundles = new Map<string, Buffer>();

const records = (kind: Kind, index: number): Buffer | undefined => {
  if (index === -1) return undefined;
  const bytes = bytesOf.get(kind) ?? 0;
  const key = `${kind} ${index} ${bytes}`;
  const body = bundles.get(key) ?? recordsBundle(kind, index, bytes);
  bundles.set(key, body);
  return body;
};

const indexById = new Map(patients.map((_, index) => [`Patient/${idOf(index)}`, index]));

const answer = ({ pathname, searchParams }: URL): Buffer | undefined => {
  const patient = searchParams.get('patient') ?? '';
  const floorKind = kindOf[pathname];
  if (floorKind !== undefined) return records(floorKind, patients.indexOf(patient));
  switch (pathname) {
    case '/fhir/Patient': {
      const number = /\|(\d{12})/.exec(searchParams.get('identifier') ?? '')?.[1] ?? '';
      return patients.includes(number) ? patientBundle(number) : undefined;
    }
    case '/fhir/Organization':
      return organizationBundle;
    case '/fhir/MedicationRequest':
    case '/fhir/Composition':
      return records(pathname.slice('/fhir/'.length) as Kind, indexById.get(patient) ?? -1);
    default:
      return undefined;
  }
};

const { url } = await listen((request, response) => {
  const body = answer(new URL(request.url ?? '', 'http://ehr'));
  if (body === undefined) return void response.writeHead(404).end();
  const headers = { 'content-type': 'application/fhir+json', 'content-length': body.length };
  response.writeHead(200, headers).end(body);
}, 0);

/** The parent's message: the size to serve from now on. */
process.on('message', ({ path, bytes }: Size) => {
  const kind = kindOf[path];
  if (kind !== undefined) bytesOf.set(kind, bytes);
  process.send?.({ serves: bytes });
});
process.on('disconnect', () => process.exit());
process.send?.({ url });

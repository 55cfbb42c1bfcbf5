// The stand-in EHR of the bench, a process of its own: it serves bodies from memory, so that what it does costs little
// and the same for everyone. Its parent tells it how large the answers of a path are to be.
import { listen } from '../sandbox/listen.ts';
import { bodies } from './data/bodies.ts';
import { patients } from './data/people.ts';
import { type Size, sizes } from './data/sizes.ts';

const made = bodies();
const served = new Map<string, Size>(Object.values(sizes).map(size => [size.path, size]));

const bytesFor = (path: string, patient: string): number => {
  const { bytes = 0, hugeOneIn } = served.get(path) ?? {};
  const isHuge = hugeOneIn !== undefined && patients.indexOf(patient) % hugeOneIn === 0;
  return isHuge ? sizes.huge.bytes : bytes;
};

const { url } = await listen((request, response) => {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://ehr');
  const patient = searchParams.get('patient') ?? '';
  const body = made.of({
    path,
    patient,
    bytes: bytesFor(path, patient),
  });
  if (body === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': body.length }).end(body);
}, 0);

/** What the parent says: the size to serve from now on. */
process.on('message', (size: Size) => {
  served.set(size.path, size);
  process.send?.({ serves: size.bytes });
});
process.on('disconnect', () => process.exit());
process.send?.({ url });

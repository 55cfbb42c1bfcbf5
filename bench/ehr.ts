// The stand-in EHR of the bench, a process of its own: it serves bodies from memory, so that what it does costs little
// and the same for everyone. Its parent tells it how large the answers of a path are to be.
import { listen } from '../sandbox/listen.ts';
import { bodies } from './data/bodies.ts';
import { type Size, sizes } from './data/sizes.ts';

const served = bodies();
const bytesOf = new Map<string, number>(Object.values(sizes).map(({ path, bytes }) => [path, bytes]));

const { url } = await listen((request, response) => {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://ehr');
  const body = served.of({
    path,
    patient: searchParams.get('patient') ?? '',
    bytes: bytesOf.get(path) ?? 0,
  });
  if (body === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': body.length }).end(body);
}, 0);

/** What the parent says: the size to serve from now on. */
process.on('message', ({ path, bytes }: Size) => {
  bytesOf.set(path, bytes);
  process.send?.({ serves: bytes });
});
process.on('disconnect', () => process.exit());
process.send?.({ url });

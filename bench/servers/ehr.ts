// The EHR simulator of the bench, a separate process. It serves bodies from memory, so its cost is small and the same
// for every server under test. The parent process sets the size of the answers for each path.
import { listen } from '../../sandbox/listen.ts';
import { bodies } from '../data/bodies.ts';
import { type Size, sizes } from '../data/sizes.ts';

const made = bodies();
const served = new Map<string, Size>(Object.values(sizes).map(size => [size.path, size]));

const { url } = await listen((request, response) => {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://ehr');
  const patient = searchParams.get('patient') ?? '';
  const body = made.of({
    path,
    patient,
    bytes: served.get(path)?.bytes ?? 0,
  });
  if (body === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': body.length }).end(body);
}, 0);

/** The parent's message: the size to serve from now on. */
process.on('message', (size: Size) => {
  served.set(size.path, size);
  process.send?.({ serves: size.bytes });
});
process.on('disconnect', () => process.exit());
process.send?.({ url });

// The EHR of a bench: a process of its own that serves bodies from memory, so its cost is small and the same for every server under test.
// The parent process sets the size of the answers for each path.
import { listen } from '../../sandbox/listen.ts';
import { type Size, sizes } from '../data/sizes.ts';

/** The body of an answer; undefined for what there is not. @param bytesOf the size that is served of a path. */
export type BodyOf = (url: URL, bytesOf: (path: string) => number) => Buffer | undefined;

/** Serves bodies on loopback until the parent ends, and sends it the URL. */
export const serveBodies = async (type: string, bodyOf: BodyOf): Promise<void> => {
  const served = new Map<string, Size>(Object.values(sizes).map(size => [size.path, size]));
  const { url } = await listen((request, response) => {
    const body = bodyOf(new URL(request.url ?? '/', 'http://ehr'), path => served.get(path)?.bytes ?? 0);
    if (body === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);
  }, 0);
  process.on('message', (size: Size) => {
    served.set(size.path, size);
    process.send?.({ serves: size.bytes });
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ url });
};

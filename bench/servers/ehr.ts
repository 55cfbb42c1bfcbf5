// The EHR that answers with the first region's extracts.
import { bodies } from '../data/bodies.ts';
import { serveBodies } from './serve-bodies.ts';

const made = bodies();

await serveBodies('application/xml', ({ pathname: path, searchParams }, bytesOf) =>
  made.of({ path, patient: searchParams.get('patient') ?? '', bytes: bytesOf(path) }),
);

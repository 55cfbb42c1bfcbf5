// Keeps V8 from allocating the objects of requests in its old generation. If the first objects that a piece of code makes live
// long, V8 may allocate all later ones as old ("pretenuring"). What an old object refers to becomes old too, even if both are
// garbage: collections then take several times as long.
import { setFlagsFromString } from 'node:v8';

/** Call it once everything is loaded, because V8 rejects cached code that was made with other flags. It affects the whole process. */
export const stopPretenuring = (): void => setFlagsFromString('--no-allocation-site-pretenuring');

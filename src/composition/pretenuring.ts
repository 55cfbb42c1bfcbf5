// Keeps V8 from allocating the objects of requests in its old generation. If the first objects that a piece of code creates live
// long, V8 may allocate all later ones in the old generation ("pretenuring"). What they refer to is then kept too, even if all of it
// is garbage, and collections take several times as long.
import { setFlagsFromString } from 'node:v8';

/** Affects the whole process. Call it when everything is loaded, because V8 rejects cached code that was made with other flags. */
export const stopPretenuring = (): void => setFlagsFromString('--no-allocation-site-pretenuring');

// Keeps V8 from allocating objects of requests in its old generation. If the first objects from a place in the code live long, as
// they do while the service starts, V8 may allocate all later ones from there as old ("pretenuring"). Whatever such an object
// refers to is then moved to the old generation too, even when both are garbage.
import { setFlagsFromString } from 'node:v8';

/** To be called once everything is loaded: V8 rejects cached code that was made with other flags. It holds for the process. */
export const stopPretenuring = (): void => setFlagsFromString('--no-allocation-site-pretenuring');

// Checks the headers of writes, such as If-Match. Tables cannot set those that belong to the transport or the profile.
import { fault, inside, type Place } from './place.ts';

/** Headers that say who calls, where, and how the message is framed. */
const reserved =
  /^(?:host|authorization|proxy-.*|cookie|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept.*|x-request-id|traceparent|tracestate|forwarded|x-forwarded-.*)$/i;

/** Reports headers that tables cannot set. */
export const checkHeaders = (headers: Readonly<Record<string, string>>, place: Place): void => {
  for (const name of Object.keys(headers))
    if (!/^[A-Za-z][A-Za-z0-9-]{0,99}$/.test(name) || reserved.test(name))
      fault(
        inside(place, name),
        'a header of the EHR’s own, such as If-Match: others are in headers of the profile, or written by the service',
      );
};

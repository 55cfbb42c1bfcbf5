// Sends a write to a FHIR server, which need not return the resource.
import { Failure } from '../../../../domain/model/failure.ts';
import type { WriteAnswer } from '../../../../ports/ehr.ts';
import { sendOnce } from '../../send-once.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { acceptHeader, type FhirClient, type Request } from '../wire/client.ts';

/** Throws like `sendOnce`. */
export const sendWrite = (
  { server: { upstream }, call }: FhirClient,
  request: Request,
  understood: (answer: UpstreamAnswer) => Promise<WriteAnswer>,
): Promise<WriteAnswer> => {
  const headers = { ...acceptHeader, prefer: 'return=minimal', ...request.headers };
  return sendOnce({
    upstream,
    request: { ...request, headers, call },
    resultOf: async answer => {
      if (answer.status !== 401) return understood(answer);
      // Refused even with a new token: nothing was done.
      throw new Failure('ehr-unreachable', { reason: 'ehr-not-notified', detail: 'status 401' });
    },
  });
};

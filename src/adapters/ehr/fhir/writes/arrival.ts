// Marks an arrival: changes only the Appointment's status, and only if it is still the version that was read.
import { decideArrival, resultRecord } from '../../../../domain/model/appointment.ts';
import { Failure } from '../../../../domain/model/failure.ts';
import type { Arrival, WriteAnswer } from '../../../../ports/ehr.ts';
import type { UpstreamAnswer } from '../../transport/upstream.ts';
import { child, isPresent, rootElement } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { idOf, isOfType, type Resource } from '../json/resource.ts';
import type { ServerContext } from '../search/server-context.ts';
import { type FhirClient, issuesInFailure, type Request } from '../wire/client.ts';
import { unknownOutcome, writeAnswer } from './answers.ts';
import { readCurrentAppointment } from './current-appointment.ts';
import { sendWrite } from './send-write.ts';

type How = { readonly status: string; readonly by: 'patch' | 'update' };

/**
 * The condition on the version that was read. Throws `booking-incomplete` for a version that cannot stand in a header, rather than write
 * without it: unlike an EHR that is unreachable (503, D21), the same appointment would be refused again, so the client is not asked to
 * repeat the request. Tables answer a value that cannot stand in a header in the same way.
 */
const versionHeader = (resource: Resource): Readonly<Record<string, string>> => {
  const meta = child(rootElement(resource), 'meta');
  const version = text(meta, 'versionId');
  if (version === undefined && !(meta !== undefined && isPresent(meta, 'versionId'))) return {};
  if (version === undefined || !/^[\x21\x23-\x7e]+$/.test(version)) {
    throw new Failure('booking-incomplete', {
      detail: 'the versionId is not valid in a header, which the write needs',
    });
  }
  return { 'if-match': `W/"${version}"` };
};

const requestFor = (resource: Resource, { status, by }: How): Request => {
  const path = `/Appointment/${idOf(resource)}`;
  const headers = versionHeader(resource);
  if (by === 'patch') {
    // A single `replace`: some servers refuse other operations, `test` included.
    return {
      method: 'PATCH',
      path,
      headers: { ...headers, 'content-type': 'application/json-patch+json' },
      body: JSON.stringify([{ op: 'replace', path: '/status', value: status }]),
    };
  }
  return {
    method: 'PUT',
    path,
    headers: { ...headers, 'content-type': 'application/fhir+json' },
    body: JSON.stringify({ ...resource, status }),
  };
};

const resultOf = async (
  answer: UpstreamAnswer,
  { client, id, status }: { client: FhirClient; id: string | undefined; status: string },
): Promise<WriteAnswer> => {
  if (answer.status === 404 || answer.status === 410) {
    const issues = await issuesInFailure(answer);
    throw issues.length > 0 ? new Failure('booking-unknown') : unknownOutcome(`status ${answer.status}`);
  }
  const done = resultRecord('OK', '');
  // 409 and 412 leave it unknown: someone else has changed the appointment, so its state has to be read again (D21).
  return writeAnswer(answer, client, {
    results: { 200: done, 204: done },
    isDone: body => isOfType(body, 'Appointment') && idOf(body) === id && body.status === status,
    judged: ['status'],
    says: 'the appointment has the new status',
  });
};

/** Notifies the server of arrivals; undefined if the profile turns that off. */
export const arrivalWriter = (server: ServerContext) => {
  const { arrival: by, arrivalStatus: status, resources } = server.members;
  if (by === 'none' || !resources.has('Appointment')) return undefined;
  return async (arrival: Arrival): Promise<WriteAnswer> => {
    const { client, resource, appointment } = await readCurrentAppointment(server, arrival, {
      withPayments: false,
    });
    const decision = decideArrival(appointment);
    if (decision !== 'ask-ehr') return { result: decision, losses: [] };
    return sendWrite(client, requestFor(resource, { status, by }), answer =>
      resultOf(answer, { client, id: idOf(resource), status }),
    );
  };
};

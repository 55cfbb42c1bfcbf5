// Marks an arrival: changes only the Appointment's status, and only if it is still the version that was read.
import { decideArrival, resultRecord } from '../../../../domain/model/appointment.ts';
import { Failure } from '../../../../domain/model/failure.ts';
import type { Arrival } from '../../../../ports/ehr.ts';
import { child, isPresent, rootElement } from '../elements/element.ts';
import { text } from '../elements/primitives.ts';
import { idOf, isOfType, type Resource } from '../json/resource.ts';
import type { FhirMembers } from '../members.ts';
import type { ServerContext } from '../search/server-context.ts';
import type { Request } from '../wire/client.ts';
import { transitionWriter } from './transition.ts';

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

const requestFor = (resource: Resource, { arrival, arrivalStatus: status }: FhirMembers): Request => {
  const path = `/Appointment/${idOf(resource)}`;
  const headers = versionHeader(resource);
  if (arrival === 'patch') {
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

const done = resultRecord('OK', '');

/** Notifies the server of arrivals; undefined if the profile turns that off. */
export const arrivalWriter = (server: ServerContext) => {
  const { members } = server;
  const { arrival, arrivalStatus: status, resources } = members;
  if (arrival === 'none' || !resources.has('Appointment')) return undefined;
  return transitionWriter<Arrival>(server, {
    decide: decideArrival,
    withPayments: false,
    write: (_, resource) => ({
      request: requestFor(resource, members),
      // 409 and 412 leave it unknown: someone else has changed the appointment, so its state has to be read again (D21).
      meaning: {
        results: { 200: done, 204: done },
        isDone: body =>
          isOfType(body, 'Appointment') && idOf(body) === idOf(resource) && body.status === status,
        judged: ['status'],
        says: 'the appointment has the new status',
        unknownBooking: [404, 410],
      },
    }),
  });
};

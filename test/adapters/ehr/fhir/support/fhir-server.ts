// A FHIR server for tests: a real HTTP server that answers by path and records the requests.
import type { ServerResponse } from 'node:http';
import { type EhrServer, ehrServer, type Received } from '../../../../support/servers/ehr-server.ts';
import { patient } from './connect.ts';

export type Answer = object | ((received: Received, response: ServerResponse) => unknown);

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body));
};

export const outcome = (severity: string, code: string, text = 'Ord.') => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity, code, details: { text }, diagnostics: 'Tolvan 191212121212' }],
});

export const bundle = (resources: readonly object[], members: object = {}) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  entry: resources.map(resource => ({ resource })),
  ...members,
});

export const tolvan = (members: object = {}) => ({
  resourceType: 'Patient',
  id: 'p1',
  identifier: [{ system: 'http://electronichealth.se/identifier/personnummer', value: patient }],
  ...members,
});

/** A reference to the patient of `tolvan`. */
export const own = { reference: 'Patient/p1' };

export const allergy = (id: string, members: object = {}) => ({
  resourceType: 'AllergyIntolerance',
  id,
  code: { text: 'Penicillin' },
  patient: own,
  ...members,
});

/** A finished visit of the patient. */
export const visit = (members: object) => ({
  resourceType: 'Encounter',
  id: 'e1',
  status: 'finished',
  subject: own,
  ...members,
});

export const appointment = (members: object = {}) => ({
  resourceType: 'Appointment',
  id: '59062',
  meta: { versionId: '7' },
  status: 'booked',
  start: '2026-01-15T08:30:00Z',
  participant: [{ actor: own }],
  ...members,
});

/** A note with a content, as a DocumentReference. */
export const noteOf = (attachment: object, members: object = {}) => ({
  resourceType: 'DocumentReference',
  id: 'd1',
  status: 'current',
  subject: own,
  content: [{ attachment }],
  ...members,
});

/** An element whose value the server has but masks. As a sibling (`_name`), it masks a primitive. */
export const masked = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' }],
};

/** The extension of an appointment that makes it a video meeting. */
export const videoLink = {
  url: 'http://hl7.org/fhir/5.0/StructureDefinition/extension-Appointment.virtualService',
  extension: [{ url: 'address', valueUrl: 'https://video.example/1' }],
};

const pathOf = ({ path }: Received) => path.replace(/^\/fhir/, '');

/** Answers by path below `/fhir`. Other searches return nothing, except that `/Patient` returns the patient. */
export const answering =
  (answers: Readonly<Record<string, Answer>>): EhrServer['answer'] =>
  (received, response) => {
    const path = pathOf(received);
    const answer =
      answers[`${received.method} ${path}`] ??
      answers[path] ??
      (path === '/Patient' ? bundle([tolvan()]) : bundle([]));
    if (typeof answer === 'function') return answer(received, response);
    json(response, answer);
  };

/** A server with answers by path below `/fhir`. */
export const fhirServer = (answers: Readonly<Record<string, Answer>> = {}): Promise<EhrServer> =>
  ehrServer(answering(answers));

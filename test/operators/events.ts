// A service to which everything happens that its metrics count, for the operators' test suites.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { requests } from '../faults/support/operations.ts';
import { everyScope } from '../http/contract.ts';
import { newAuthority } from '../support/servers/certificates.ts';
import { type EhrServer, ehrServer, unknownPatient, xml } from '../support/servers/ehr-server.ts';
import { type Issuer, startIssuer } from '../support/servers/issuer.ts';
import { hashOf, startService, type TestService } from '../support/service/service.ts';

/** What must not appear in any metric, trace or log. */
export const patient = '191212121212';
export const stranger = '189001019802';
export const secret = 'hemlig-anteckning';
export const key = 'operators-key-0123456789abcdef';
export const smallKey = 'small-key-0123456789abcdef';

export const marks = [patient, stranger, '19121212-1212', secret, key, smallKey, 'eyJ', 'user-1', 'Bearer'];

const note = (id: string, more = '') =>
  `<JournalNoteEHRExtract><Patient><PatientID root="1.2.752.129.2.1.3.1" extension="${id}"/>${more}</Patient></JournalNoteEHRExtract>`;

const notes = (...all: readonly string[]) =>
  `<JournalNoteEHRExtracts><XSDVersion version="0.21"/>${all.join('')}</JournalNoteEHRExtracts>`;

const unreadable = `<PatientProtectedId>${secret}</PatientProtectedId>`;
const empty = '<ContactEHRExtracts/>';
const bookings =
  '<Bookings><ResultCode>OK</ResultCode><Booking><ContactId>59062</ContactId><StartTime>20260115093000</StartTime><Status>BOOKED</Status></Booking></Bookings>';
const done = '<ResultRecord><ResultCode>OK</ResultCode><Comment/></ResultRecord>';

const usual: EhrServer['answer'] = ({ method, path }, response) => {
  if (method !== 'GET') return xml(response, done);
  switch (path) {
    case '/bookings':
      return xml(response, bookings);
    case '/extracts/contacts':
      return xml(response, empty);
    case '/extracts/journalnotes':
      return xml(response, notes(note(patient, unreadable), note(patient, unreadable), note(stranger)));
    case '/extracts/patient':
      return xml(response, `<html>${secret}</html>`);
    case '/extracts/attentionsignals':
      return xml(response, unknownPatient, 404);
    default:
      return xml(response, secret, 500);
  }
};

export type World = {
  readonly service: TestService;
  readonly ehr: EhrServer;
  readonly issuer: Issuer;
  close(): Promise<void>;
};

/** Files with a client certificate and its key: their end is a metric. */
const clientCertificate = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'operators-test-'));
  const { cert, key: privateKey } = await (await newAuthority('Region')).client('patient-data-access');
  const tls = { certFile: join(folder, 'client.pem'), keyFile: join(folder, 'client.key') };
  writeFileSync(tls.certFile, cert);
  writeFileSync(tls.keyFile, privateKey);
  return { tls, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** The service before any request. `broken` is a second system, which is unreachable. */
export const startWorld = async (settings: Readonly<Record<string, string>> = {}): Promise<World> => {
  const [issuer, ehr, gone] = await Promise.all([startIssuer(), ehrServer(usual), ehrServer(usual)]);
  await gone.close();
  const { tls, remove } = await clientCertificate();
  const service = await startService({
    issuer,
    ehr: ehr.url,
    settings: { ADMIN_PORT: '0', ...settings },
    profile: {
      systems: {
        ehr: { adapter: 'extracts', baseUrl: ehr.url, tls },
        broken: { adapter: 'extracts', baseUrl: gone.url },
      },
      sources: {
        appointments: 'ehr',
        patients: 'ehr',
        contacts: 'ehr',
        attentionSignals: 'ehr',
        journalNotes: 'ehr',
        videoMeetings: 'broken',
      },
    },
    subscriptions: [
      { name: 'app', keys: [hashOf(key)] },
      { name: 'small', keys: [hashOf(smallKey)], rateLimit: 2, expires: '2098-12-31' },
    ],
  });
  return {
    service,
    ehr,
    issuer,
    close: async () => {
      await Promise.all([service.close(), issuer.close(), ehr.close()]);
      remove();
    },
  };
};

/** A token with every scope, for the patient. */
export const tokenOf = (issuer: Issuer) => issuer.sign({ patient, scope: everyScope });

/** Calls each operation once, and causes everything else that is counted. */
export const letEverythingHappen = async ({ service, issuer }: World): Promise<void> => {
  const token = await tokenOf(issuer);
  for (const request of requests) await service.ask({ ...request, key, token });
  await service.ask({ path: '/patients/journalnotes/', key: null });
  await service.ask({ path: '/patients/journalnotes/', key, token, patient: stranger });
  await service.ask({ path: '/patients/journalnotes/', key, token: 'eyJ.eyJ.x' });
  for (let count = 0; count < 3; count++) {
    await service.ask({ path: '/patients/contacts/', key: smallKey, token });
  }
  await service.ask({ path: `/nowhere/${patient}?patient=${patient}`, key });
  await service.ask({ path: '/health/live', key: null });
  // Each of these fails three times: the circuit opens after fifteen, of three patients (D31).
  for (const other of ['201907152399', '198507302381', patient, patient, patient]) {
    const theirs = await issuer.sign({ patient: other, scope: everyScope });
    await service.ask({ path: '/patients/videomeetings/', key, token: theirs });
  }
  // Events of an answer may come a moment after the client has received it.
  await wait(50);
};

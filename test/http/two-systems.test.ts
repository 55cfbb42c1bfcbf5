// One service, two systems of different kinds: each serves its kinds, with a circuit and limits of its own.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alert, answerOf, contact, note, resident } from '../adapters/ehr/rivta/support/documents.ts';
import { askedOf, envelopeOf, faultOf, soap } from '../adapters/ehr/rivta/support/soap-server.ts';
import { documentOf } from '../faults/support/documents.ts';
import { subject } from '../faults/support/operations.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { type EhrServer, ehrServer, xml } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { everyScope } from './contract.ts';

const guardian = '198507302381';
const stranger = '199906062386';

let national: EhrServer;
let legacy: EhrServer;
let service: TestService;

const header = { id: 'D-1', patient: subject };

const documents = {
  GetCareContacts: [
    contact(header),
    contact({ ...header, approved: 'false' }),
    contact({ ...header, patient: stranger }),
  ],
  GetAlertInformation: [alert({ ...header, author: '20260231000000' }, 'Inget blod.')],
  GetMedicationHistory: [],
  GetCareDocumentation: [note(header, 'Hej.')],
  GetSubjectOfCareSchedule: [],
  LookupResidentForFullProfile: [resident({ number: subject })],
};

const usualNational: EhrServer['answer'] = (received, response) => {
  const { contract } = askedOf(received);
  soap(response, envelopeOf(answerOf(contract, documents[contract])));
};
const usualLegacy: EhrServer['answer'] = ({ path }, response) => xml(response, documentOf(path));

const issuer = await forThisFile(startIssuer());
beforeEach(async () => {
  national = await ehrServer(usualNational);
  legacy = await ehrServer(usualLegacy);
  service = await startService({
    issuer,
    ehr: '',
    profile: {
      systems: {
        national: {
          adapter: 'rivta',
          baseUrl: national.url,
          logicalAddress: 'SE2321000016-LA01',
          originalConsumerHsaId: 'SE2321000016-OC01',
          maxConcurrent: 2,
        },
        legacy: { adapter: 'extracts', baseUrl: legacy.url },
      },
      sources: {
        patients: 'national',
        contacts: 'national',
        journalNotes: 'national',
        attentionSignals: 'national',
        appointments: 'legacy',
      },
    },
  });
});
afterEach(async () => {
  await service.close();
  await national.close();
  await legacy.close();
});

const ask = async (
  path: string,
  { claims = { patient: subject }, patient }: { claims?: object; patient?: string } = {},
) => {
  const token = await issuer.sign({ scope: everyScope, ...claims });
  return service.ask({ path, token, patient });
};
/** The answers to five reads of three patients, whose failures open a circuit (D31). */
const askForThree = async (path: string) => {
  const patients = [subject, guardian, stranger, subject, guardian];
  const statuses: number[] = [];
  for (const patient of patients) statuses.push((await ask(path, { claims: { patient } })).status);
  return statuses;
};
const ready = async () => (await service.ask({ path: '/health/ready', key: null })).body;

const contacts = '/patients/contacts/';
const notes = '/patients/journalnotes/';
const bookings = '/patients/appointments/';

describe('each kind', () => {
  test('is read from the system that serves it', async () => {
    expect((await ask(notes)).body).toMatchObject([
      { JournalNoteEHRExtract: [{ Note: { NoteId: { extension: 'D-1' } } }] },
    ]);
    expect(legacy.received).toEqual([]);
    expect((await ask(bookings)).body).toMatchObject([{ Booking: [{ ContactId: '59062' }] }]);
    expect(national.received).toHaveLength(1);
  });

  test('that none serves is not offered', async () => {
    expect((await ask('/patients/medications/')).status).toBe(501);
    expect((await ask('/patients/videomeetings/')).status).toBe(404);
  });

  test('counts what it lacks: foreign, unapproved and unreadable records', async () => {
    const answered = await ask(contacts);
    expect(answered.body).toHaveLength(1);
    expect(answered.headers.get('x-left-out')).toBe('records=2');
    expect(answered.text).not.toContain(stranger);
    expect((await ask('/patients/attentionsignals/')).headers.get('x-left-out')).toBe('values=1');
    expect(service.log()).toContainEqual(expect.objectContaining({ security: true, kind: 'contacts' }));
  });

  test('is filtered here, whatever the system answers', async () => {
    const old = '?fromDateTime=2020-01-01T00:00:00&toDateTime=2021-01-01T00:00:00';
    expect((await ask(`${notes}${old}`)).body).toEqual([]);
    expect((await ask(`${notes}?fromDateTime=2026-01-15T10:15:00`)).body).toHaveLength(1);
  });
});

describe('protected identity (D27)', () => {
  const actingFor = { claims: { patient: guardian, acts_for: [subject] }, patient: subject };

  test.each([contacts, notes, bookings])('%s: the register decides, for either system', async path => {
    expect((await ask(path, actingFor)).status).toBe(200);
    for (const secrecy of ['J', '', '?']) {
      national.answer = (received, response) => {
        const isRegister = askedOf(received).contract === 'LookupResidentForFullProfile';
        if (!isRegister) return usualNational(received, response);
        const found = [resident({ number: subject, secrecy })];
        return soap(response, envelopeOf(answerOf('LookupResidentForFullProfile', found)));
      };
      expect((await ask(path, actingFor)).status).toBe(403);
    }
    expect((await ask(path)).status).toBe(200);
  });
});

describe('when one fails', () => {
  const failing: EhrServer['answer'] = (_received, response) => response.destroy();

  test('its circuit opens, and the other answers on', async () => {
    national.answer = failing;
    expect(await askForThree(notes)).toEqual([503, 503, 503, 503, 503]);
    expect(await ready()).toEqual({
      status: 'ready',
      profile: expect.any(String),
      openCircuits: ['national'],
    });
    const before = national.received.length;
    expect((await ask(contacts)).status).toBe(503);
    expect(national.received).toHaveLength(before);
    expect((await ask(bookings)).status).toBe(200);
  });

  test('the other way round', async () => {
    legacy.answer = failing;
    expect(await askForThree(bookings)).toEqual([503, 503, 503, 503, 503]);
    expect(await ready()).toEqual({ status: 'ready', profile: expect.any(String), openCircuits: ['legacy'] });
    expect((await ask(notes)).status).toBe(200);
  });

  test('a Fault is 502; its code is in the log, its words are nowhere', async () => {
    national.answer = (_received, response) => soap(response, faultOf(`no rights for ${subject}`), 500);
    const answered = await ask(notes);
    expect(answered.status).toBe(502);
    expect(answered.text).not.toContain('rights');
    expect(service.log()).toContainEqual(
      expect.objectContaining({ system: 'national', detail: 'a Fault (Server)' }),
    );
    expect(JSON.stringify(service.log())).not.toMatch(new RegExp(`${subject}|rights`));
    expect((await ask(bookings)).status).toBe(200);
  });

  test('the places of one are not those of the other', async () => {
    const held: (() => void)[] = [];
    national.answer = (received, response) => void held.push(() => usualNational(received, response));
    // Of four calls, two run, one waits, and one is refused immediately.
    const statuses: number[] = [];
    const asked = Array.from({ length: 4 }, () => ask(notes).then(({ status }) => statuses.push(status)));
    await expect.poll(() => statuses, { timeout: 5000 }).toEqual([503]);
    await expect.poll(() => held.length, { timeout: 5000 }).toBe(2);
    expect((await ask(bookings)).status).toBe(200);
    national.answer = usualNational;
    for (const answer of held.splice(0)) answer();
    await Promise.all(asked);
    expect(statuses).toEqual([503, 200, 200, 200]);
  });
});

// Acting for a patient by the word of the population register, over HTTP (D6, D23, D27).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerOf, contact, elements, group } from '../adapters/ehr/rivta/support/documents.ts';
import { askedOf, envelopeOf, faultOf, soap } from '../adapters/ehr/rivta/support/soap-server.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { type EhrServer, ehrServer } from '../support/servers/ehr-server.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { everyScope } from './contract.ts';

const guardian = '198507302381';
/** Of age on 15 July 2037: until then the tests hold. */
const child = '201907152399';
const stranger = '191212121212';

let national: EhrServer;
let service: TestService;

const entry = (secrecy: string, relations: string) =>
  group(
    'resident',
    elements({ Sekretessmarkering: secrecy }) +
      group(
        'Personpost',
        elements({ PersonId: child, Fodelsetid: '20190715' }) + group('Relationer', relations, 'm'),
      ),
    'r',
  );

const relation = group(
  'Relation',
  group('RelationId', elements({ PersonNr: guardian })) + elements({ Relationstyp: 'V' }),
);

/** What the register says, and what it is asked. */
const registerThat =
  (secrecy: string, relations: string): EhrServer['answer'] =>
  (received, response) => {
    const { contract } = askedOf(received);
    const documents =
      contract === 'LookupResidentForFullProfile'
        ? [entry(secrecy, relations)]
        : [contact({ id: 'D-1', patient: child })];
    soap(response, envelopeOf(answerOf(contract, documents)));
  };

const start = async (from: readonly string[], guardianUntilAge = 18) => {
  service = await startService({
    issuer,
    ehr: '',
    profile: {
      representation: { from, guardianUntilAge },
      systems: {
        national: {
          adapter: 'rivta',
          baseUrl: national.url,
          logicalAddress: 'SE2321000016-LA01',
          originalConsumerHsaId: 'SE2321000016-OC01',
        },
      },
    },
  });
};

const ask = async (claims: object, patient: string | undefined = child) =>
  service.ask({
    path: '/patients/contacts/',
    token: await issuer.sign({ scope: everyScope, ...claims }),
    patient,
  });

const lookups = () =>
  national.received.filter(one => askedOf(one).contract === 'LookupResidentForFullProfile').length;

const issuer = await forThisFile(startIssuer());
beforeEach(async () => {
  national = await ehrServer(registerThat('N', relation));
});
afterEach(async () => {
  await service.close();
  await national.close();
});

describe('with the register only', () => {
  beforeEach(() => start(['register']));

  test('lets a guardian act for the child, and the access log has the ground', async () => {
    expect((await ask({ patient: guardian })).status).toBe(200);
    expect(service.entries()).toMatchObject([
      { callerPatient: guardian, subject: child, ground: 'register', status: 200, records: 1 },
    ]);
  });

  test('is relied on for a while', async () => {
    await ask({ patient: guardian });
    const first = lookups();
    await ask({ patient: guardian });
    // The second call reads the register only for protected identity (D27), which is never cached.
    expect([first, lookups()]).toEqual([2, 3]);
  });

  test('lets nobody else act, whatever the claims say', async () => {
    expect((await ask({ patient: stranger, acts_for: [child] })).status).toBe(403);
    expect(service.entries()).toMatchObject([{ subject: child, ground: null, status: 403 }]);
  });

  test('is not asked for oneself', async () => {
    await ask({ patient: child }, undefined);
    expect(lookups()).toBe(0);
  });

  test('does not lift protected identity', async () => {
    national.answer = registerThat('J', relation);
    expect((await ask({ patient: guardian })).status).toBe(403);
  });

  test('says to a stranger nothing about the child, not even that its entry is unusual', async () => {
    national.answer = (received, response) =>
      soap(response, envelopeOf(answerOf(askedOf(received).contract, [entry('J', ''), entry('J', '')])));
    const unusual = await ask({ patient: stranger });
    expect(unusual.status).toBe(403);
    expect(service.log()).toContainEqual(
      expect.objectContaining({ kind: 'relations', outcome: 'ehr-unusable', reason: 'ehr-wrong-patient' }),
    );
  });

  test('that is unavailable grants nothing: 503, and its failure is in the log', async () => {
    national.answer = (_received, response) => soap(response, faultOf('no'), 500);
    const answered = await ask({ patient: guardian });
    expect(answered.status).toBe(503);
    expect(answered.headers.get('retry-after')).toBe('5');
    expect(service.log()).toContainEqual(
      expect.objectContaining({ kind: 'relations', system: 'national', outcome: 'ehr-unusable' }),
    );
    expect(JSON.stringify(service.log())).not.toContain(child);
  });
});

test('with an age of 0, nobody may act for a child', async () => {
  await start(['register'], 0);
  expect((await ask({ patient: guardian })).status).toBe(403);
});

describe('claims and register', () => {
  beforeEach(() => start(['claims', 'register']));

  test('must both grant', async () => {
    expect((await ask({ patient: guardian, acts_for: [child] })).status).toBe(200);
    expect((await ask({ patient: guardian })).status).toBe(403);
    expect((await ask({ patient: stranger, acts_for: [child] })).status).toBe(403);
    expect(service.entries().map(({ ground }) => ground)).toEqual(['acts_for+register', null, null]);
  });
});

test('with claims only, the register is not asked', async () => {
  await start(['claims']);
  national.answer = registerThat('N', '');
  expect((await ask({ patient: guardian, acts_for: [child] })).status).toBe(200);
  expect(service.entries()).toMatchObject([{ ground: 'acts_for' }]);
  // Once, for protected identity.
  expect(lookups()).toBe(1);
});

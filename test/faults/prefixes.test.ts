// Every prefix of a document of each kind: never a 200. PREFIX_STEP sets how many bytes lie between two prefixes (1: all
// of them).

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ehrSimulator } from '../../sandbox/extracts/simulator.ts';
import { legacyWorld } from '../adapters/ehr/contract-world.ts';
import { everyScope, rowOf, rows } from '../http/contract.ts';
import { type Issuer, startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { type Request, requests, subject } from './support/operations.ts';
import { http, type TcpServer, tcpServer } from './support/tcp-server.ts';

const step = Number(process.env.PREFIX_STEP ?? 23);

let issuer: Issuer;
let ehr: TcpServer;
let service: TestService;
let token: string;
/** The documents of a patient, whole, as an EHR has written them. */
const whole = new Map<string, Buffer>();

const paths = new Set(rows.map(({ ehr: path }) => path));

beforeAll(async () => {
  const standIn = await ehrSimulator({ world: legacyWorld(), port: 0, varied: false });
  for (const path of paths) {
    const response = await fetch(`${standIn.url}${path}?patient=${subject}`);
    whole.set(path, Buffer.from(await response.arrayBuffer()));
  }
  await standIn.close();
  issuer = await startIssuer();
  ehr = await tcpServer(() => {});
  service = await startService({ issuer, ehr: ehr.url });
  token = await issuer.sign({ patient: subject, scope: everyScope });
});

afterAll(async () => {
  await service.close();
  await ehr.close();
  await issuer.close();
});

const lengths = (most: number) => Array.from({ length: Math.ceil(most / step) }, (_, at) => at * step);

const ask = async (request: Request) => (await service.ask({ ...request, token })).status;

describe.each(requests)('operation $number', request => {
  const expected = request.number === 8 ? 500 : 502;
  const document = () => whole.get(rowOf(request.number).ehr) ?? Buffer.alloc(0);

  test('answers the whole document', async () => {
    ehr.behave = (socket, path) =>
      socket.write(http(whole.get(path) ?? '<ResultRecord><ResultCode>OK</ResultCode></ResultRecord>'));
    expect(await ask(request)).toBe(200);
  });

  test('answers no prefix that says that it is whole', async () => {
    for (const length of lengths(document().length)) {
      ehr.behave = socket => socket.write(http(document().subarray(0, length)));
      expect({ length, status: await ask(request) }).toEqual({ length, status: expected });
    }
  }, 600_000);

  test('answers no document that breaks off', async () => {
    const answer = http(document());
    const head = answer.length - document().length;
    for (const length of lengths(document().length)) {
      ehr.behave = socket => socket.write(answer.subarray(0, head + length), () => socket.destroy());
      expect({ length, status: await ask(request) }).toEqual({ length, status: expected });
      // A connection that breaks counts for the circuit: the next answer shows that the EHR is well.
      ehr.behave = socket => socket.write(http(document()));
      await ask({ number: 3, path: '/patients/appointments/' });
    }
  }, 600_000);
});

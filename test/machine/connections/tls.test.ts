// TLS on both sides: what the process serves, and which EHR certificates it trusts.

import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect as connectPlain, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect, createServer, type SecureVersion, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rowOf } from '../../http/contract.ts';
import { forThisFile } from '../../support/for-this-file.ts';
import { samplesOf } from '../../support/scrape.ts';
import { send } from '../../support/send.ts';
import { type Certified, newAuthority } from '../../support/servers/certificates.ts';
import { newFolder, runRefused, type ServiceProcess, startProcess } from '../../support/service/process.ts';
import { startService } from '../../support/service/service.ts';
import { unhurried, until } from '../../support/until.ts';
import { faultBody, startWorld, usualAnswer } from '../world.ts';

vi.setConfig(unhurried);

const world = await forThisFile(startWorld());
const [authority, other] = await Promise.all([newAuthority('Region'), newAuthority('Somebody else')]);
const own = await authority.server('127.0.0.1');
const folder = newFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes PEM files and returns their paths. */
const write = (name: string, { cert, key }: Certified) => {
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  return { certFile, keyFile };
};

const written = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const tlsOf = ({ certFile, keyFile }: ReturnType<typeof write>) => ({
  TLS_CERT_FILE: certFile,
  TLS_KEY_FILE: keyFile,
});

beforeEach(() => {
  world.ehr.answer = usualAnswer;
});

/** The protocol version that a handshake negotiates, or the error code. */
const handshake = (port: number, version: SecureVersion): Promise<string> =>
  new Promise(resolve => {
    const socket: TLSSocket = connect(
      {
        host: '127.0.0.1',
        port,
        ca: authority.cert,
        minVersion: version,
        maxVersion: version,
        // OpenSSL offers versions before 1.2 only at security level 0.
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      () => {
        resolve(socket.getProtocol() ?? '');
        socket.destroy();
      },
    );
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });

describe('HTTPS by file', () => {
  let service: ServiceProcess;
  const port = () => Number(new URL(service.url).port);

  beforeAll(async () => {
    const settings = tlsOf(write('own', own));
    service = await startProcess({ ...world.here, settings, ca: authority.cert });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test('is served with an HSTS header', async () => {
    expect(service.url).toMatch(/^https:/);
    const read = await service.ask(world.usual(10));
    const refused = await service.ask({ ...world.usual(10), key: null });
    const missing = await service.ask({ path: '/nowhere', key: null });
    expect([read, refused, missing].map(({ status }) => status)).toEqual([200, 401, 404]);
    for (const { headers } of [read, refused, missing]) {
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
  });

  test('is rejected by a client that does not trust its authority', async () => {
    const { status, error } = await service.send({ ...world.usual(10), ca: other.cert });
    expect({ status, error }).toEqual({ status: 0, error: expect.stringMatching(/CERT|SIGNATURE/) });
  });

  test('plain HTTP gets no answer', async () => {
    const url = service.url.replace('https:', 'http:');
    const { status, text } = await send({ ...world.usual(10), url });
    expect([0, 400]).toContain(status);
    expect(text).not.toContain('JournalNote');
  });

  test.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])('%s is taken', async version => {
    expect(await handshake(port(), version)).toBe(version);
  });

  test.each<SecureVersion>(['TLSv1', 'TLSv1.1'])('%s is refused', async version => {
    const old = createServer({ ...own, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' });
    await once(old.listen(0, '127.0.0.1'), 'listening');
    // Proves that the client offers it: a server that accepts it negotiates it.
    expect(await handshake((old.address() as AddressInfo).port, version)).toBe(version);
    old.close();
    expect(await handshake(port(), version)).toMatch(/PROTOCOL_VERSION/);
  });
});

test('idle connections and unfinished handshakes do not delay the stop', async () => {
  const settings = tlsOf(write('own', own));
  await using service = await startProcess({ ...world.here, settings, ca: authority.cert });
  const to = { host: '127.0.0.1', port: Number(new URL(service.url).port) };
  const silent = connect({ ...to, ca: authority.cert });
  await once(silent, 'secureConnect');
  const half = connectPlain(to);
  await once(half, 'connect');
  // The start of a TLS record that is never completed.
  half.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  let held = 0;
  world.ehr.answer = async (received, response) => {
    held++;
    await promise;
    return usualAnswer(received, response);
  };
  const asked = service.ask(world.usual(10));
  await until('it is in flight', () => held === 1);
  service.signal('SIGTERM');
  await once(silent.resume(), 'close');
  letGo();
  expect((await asked).status).toBe(200);
  expect(await service.ended).toEqual({ status: 0, signal: null });
  half.destroy();
});

describe('the certificate is reloaded', () => {
  /** The serial number of the certificate served to a new connection. */
  const serialShown = async (url: string): Promise<string> => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca: authority.cert });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };
  const serialOf = ({ cert }: Certified) => new X509Certificate(cert).serialNumber;

  test('a new one is served from the next handshake; an invalid one is not', async () => {
    const settings = tlsOf(write('renewed', own));
    await using service = await startProcess({ ...world.here, settings, ca: authority.cert });
    const { ask } = service;
    const kept = new Agent({ keepAlive: true, ca: authority.cert });
    expect((await service.send({ ...world.usual(10), agent: kept })).status).toBe(200);
    expect(await serialShown(service.url)).toBe(serialOf(own));

    const next = await authority.server('127.0.0.1');
    // No signal: the files are watched.
    write('renewed', next);
    await until('it is served', async () => (await serialShown(service.url)) === serialOf(next));
    expect((await ask(world.usual(10))).status).toBe(200);
    // An open connection is not interrupted.
    expect((await service.send({ ...world.usual(10), agent: kept })).status).toBe(200);
    kept.destroy();
    const { port } = new URL(service.url);
    expect(await handshake(Number(port), 'TLSv1.1')).toMatch(/PROTOCOL_VERSION|NO_PROTOCOLS|VERSION/);

    write('renewed', { cert: own.cert, key: next.key });
    service.signal('SIGHUP');
    const fault = await until('the fault is logged', () =>
      service.log().find(({ msg }) => msg === 'a changed file has faults: the old version stays in use'),
    );
    expect(fault).toMatchObject({
      level: 'error',
      file: 'TLS_CERT_FILE',
      faults: [{ where: 'TLS_KEY_FILE' }],
    });
    expect(await serialShown(service.url)).toBe(serialOf(next));
    const renewed = service.log().filter(({ msg }) => msg === 'the TLS certificate was renewed');
    expect(renewed).toMatchObject([{ expires: new X509Certificate(next.cert).validToDate.toISOString() }]);
    expect(JSON.stringify(service.log())).not.toContain('BEGIN');
  });

  test('its expiry and that of a client certificate are metrics', async () => {
    const later = await authority.serverValid(-1, 48);
    const files = write('shown', own);
    const service = await startService({
      ...world.here,
      settings: { ...tlsOf(files), ADMIN_PORT: '0' },
      system: { tls: write('client', later) },
    });
    const shown = samplesOf(await service.scrape()).filter(
      ({ name }) => name === 'pdas_tls_certificate_expiry_timestamp_seconds',
    );
    const expiry = ({ cert }: Certified) => new X509Certificate(cert).validToDate.getTime() / 1000;
    expect(shown.map(({ labels, value }) => [labels.certificate, value])).toEqual([
      ['service', expiry(own)],
      ['systems/ehr', expiry(later)],
    ]);
    await service.close();
  });
});

describe('unfinished handshakes', () => {
  /** The start of a TLS record that is never completed. */
  const half = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]);

  const kinds: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['that send nothing', () => {}],
    ['that stop within a record', socket => void socket.write(half)],
    [
      'that send a byte at a time',
      socket => {
        socket.write(half);
        const dripping = setInterval(() => socket.write(Buffer.from([1])), 20);
        socket.on('close', () => clearInterval(dripping));
      },
    ],
    ['that are not TLS', socket => void socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')],
  ];

  test.each(kinds)('%s are closed, and others are served', async (_, begin) => {
    const settings = { ...tlsOf(write('own', own)), LOG_LEVEL: 'silent' };
    const service = await startService({ ...world.here, settings, limits: { handshakeTimeoutMs: 1000 } });
    const port = Number(new URL(service.url).port);
    const closed = Array.from({ length: 100 }, async () => {
      const socket = connectPlain({ host: '127.0.0.1', port });
      socket.on('error', () => {});
      socket.on('connect', () => begin(socket));
      await new Promise(done => socket.resume().on('close', done));
      return socket.bytesRead;
    });
    const { status } = await send({ ...world.usual(10), url: service.url, ca: authority.cert });
    expect(status).toBe(200);
    // A TLS alert at most, never an unencrypted answer.
    for (const bytes of await Promise.all(closed)) expect(bytes).toBeLessThanOrEqual(7);
    await service.close();
  });
});

describe('a certificate and a key that do not match are refused at start', () => {
  test('for the service itself and for the client certificate', async () => {
    const [first, second] = [await authority.client('first'), await authority.client('second')];
    const settings = tlsOf(write('wrong', { cert: own.cert, key: first.key }));
    const tls = write('client-wrong', { cert: first.cert, key: second.key });
    const { status, stderr } = await runRefused({ ...world.here, folder, settings, system: { tls } });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^ {2}TLS_KEY_FILE: expected the key of the certificate in TLS_CERT_FILE/m);
    expect(stderr).toMatch(/^ {2}REGION_FILE \/systems\/ehr\/tls\/keyFile: expected the key /m);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).not.toContain('BEGIN');
    expect(stderr).not.toContain(folder);
  });
});

describe('towards the EHR, by mutual TLS', () => {
  type TlsEhr = { readonly url: string; readonly clients: string[]; close(): Promise<void> };

  /** An EHR that accepts only client certificates of the region's authority. */
  const startTlsEhr = async (certified: Certified): Promise<TlsEhr> => {
    const clients: string[] = [];
    const server = createTlsServer(
      { ...certified, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
      ({ method = '', url = '', headers, socket }, response) => {
        const name = String((socket as TLSSocket).getPeerCertificate().subject?.CN);
        const { 'x-api-key': secret } = headers;
        clients.push(secret === undefined ? name : `${name} ${secret}`);
        const { pathname: path, searchParams: query } = new URL(url, 'https://ehr');
        return usualAnswer({ method, path, query, headers, body: '' }, response);
      },
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const close = () =>
      new Promise<void>(done => {
        server.close(() => done());
        server.closeAllConnections();
      });
    return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, clients, close };
  };

  type Tls = { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string };

  /** Reads journal notes from an EHR and marks an arrival there. */
  const outcome = async (ehr: TlsEhr, tls: Tls) => {
    const service = await startService({ issuer: world.issuer, ehr: ehr.url, system: { tls } });
    const read = await service.ask(world.usual(10));
    const wrote = await service.ask(world.usual(2));
    const log = service.log();
    await service.close();
    await ehr.close();
    return {
      read,
      wrote,
      clients: ehr.clients,
      failures: log.filter(({ msg }) => msg === 'the EHR failed'),
      log,
    };
  };

  test('a call with the client certificate is answered', async () => {
    const tls = {
      ...write('client', await authority.client('patient-data-access')),
      caFile: written('ca.pem', authority.cert),
    };
    const { read, wrote, clients, failures } = await outcome(await startTlsEhr(own), tls);
    expect([read.status, wrote.status]).toEqual([200, 200]);
    expect(wrote.body).toEqual({ ResultCode: 'OK', Comment: 'Noterat.', Any: [] });
    expect(new Set(clients)).toEqual(new Set(['patient-data-access']));
    expect(failures).toEqual([]);
  });

  test('a client certificate and a secret that Kubernetes replaces are used without a restart', async () => {
    const mount = join(folder, 'mount');
    /** A version of the mounted Secret: the names lead through ..data, which is replaced as a whole. */
    const mounted = async (version: string, name: string, { key }: { key?: string } = {}) => {
      const client = await authority.client(name);
      mkdirSync(join(mount, version), { recursive: true });
      writeFileSync(join(mount, version, 'tls.crt'), client.cert);
      writeFileSync(join(mount, version, 'tls.key'), key ?? client.key);
      writeFileSync(join(mount, version, 'api-key'), `key-of-${name}`);
      symlinkSync(version, join(mount, '..data_tmp'));
      renameSync(join(mount, '..data_tmp'), join(mount, '..data'));
    };
    await mounted('v1', 'first');
    for (const name of ['tls.crt', 'tls.key', 'api-key'])
      symlinkSync(join('..data', name), join(mount, name));
    const ehr = await startTlsEhr(own);
    const service = await startService({
      issuer: world.issuer,
      ehr: ehr.url,
      settings: { ADMIN_PORT: '0' },
      system: {
        tls: {
          certFile: join(mount, 'tls.crt'),
          keyFile: join(mount, 'tls.key'),
          caFile: written('ca.pem', authority.cert),
        },
        headers: { 'x-api-key': `file:${join(mount, 'api-key')}` },
      },
    });
    const caller = async () => {
      expect((await service.ask(world.usual(10))).status).toBe(200);
      return ehr.clients.at(-1);
    };
    const isStale = async () => {
      const found = samplesOf(await service.scrape()).filter(
        ({ name }) => name === 'pdas_configuration_stale',
      );
      return Object.fromEntries(found.map(({ labels, value }) => [labels.file, value]));
    };
    expect(await caller()).toBe('first key-of-first');

    await mounted('v2', 'second');
    await until('the second is used', async () => (await caller()) === 'second key-of-second');
    expect(await isStale()).toEqual({ REGION_FILE: 0, SUBSCRIPTIONS_FILE: 0, 'systems/ehr': 0 });

    await mounted('v3', 'third', { key: own.key });
    await until('the third is known to be faulty', async () => (await isStale())['systems/ehr'] === 1);
    expect(await caller()).toBe('second key-of-second');
    expect(JSON.stringify(service.log())).not.toContain('key-of');

    await mounted('v4', 'fourth');
    await until('the fourth is used', async () => (await caller()) === 'fourth key-of-fourth');
    expect((await isStale())['systems/ehr']).toBe(0);
    await service.close();
    await ehr.close();
  });

  const words = 'The health record system is not available. Try again later.';

  const refused: readonly (readonly [string, () => Promise<{ ehr: TlsEhr; tls: Tls }>, RegExp])[] = [
    [
      'a client certificate of another authority',
      async () => ({
        ehr: await startTlsEhr(own),
        tls: {
          ...write('stranger', await other.client('stranger')),
          caFile: written('ca.pem', authority.cert),
        },
      }),
      /ALERT|ECONNRESET|SOCKET/,
    ],
    [
      'no client certificate',
      async () => ({ ehr: await startTlsEhr(own), tls: { caFile: written('ca.pem', authority.cert) } }),
      /ALERT|ECONNRESET|SOCKET/,
    ],
    [
      'an EHR with a certificate of an unknown authority',
      async () => ({
        ehr: await startTlsEhr(await other.server('127.0.0.1')),
        tls: {
          ...write('client', await authority.client('patient-data-access')),
          caFile: written('ca.pem', authority.cert),
        },
      }),
      /SELF_SIGNED|UNABLE_TO/,
    ],
    [
      'an EHR with a certificate for another name',
      async () => ({
        ehr: await startTlsEhr(await authority.server('ehr.example.internal')),
        tls: {
          ...write('client', await authority.client('patient-data-access')),
          caFile: written('ca.pem', authority.cert),
        },
      }),
      /ALTNAME/,
    ],
  ];

  test.each(refused)(
    '%s: 503 with the documented text, and the reason only in the log',
    async (_, given, reason) => {
      const { ehr, tls } = await given();
      const { read, wrote, clients, failures, log } = await outcome(ehr, tls);
      for (const [answered, row] of [
        [read, rowOf(10)],
        [wrote, rowOf(2)],
      ] as const) {
        expect(answered.status).toBe(503);
        expect(answered.body).toStrictEqual(faultBody(row, 503, words));
        expect(answered.headers.get('retry-after')).toBe('5');
      }
      expect(clients).toEqual([]);
      expect(failures).not.toEqual([]);
      for (const failure of failures) expect(String(failure.detail)).toMatch(reason);
      expect(JSON.stringify(log)).not.toContain('BEGIN');
    },
  );
});

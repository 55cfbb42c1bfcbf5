// Where the access log goes (configuration.md): a file or a database, and a database elsewhere only over TLS.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAccessLogPlace } from '../../src/config/access-log.ts';
import type { Environment } from '../../src/config/environment.ts';
import { faultList } from '../../src/config/files.ts';
import { readDatabaseUrl } from '../../src/config/settings/database-url.ts';
import { readSettings } from '../../src/config/settings/settings.ts';
import { newFolder } from '../support/new-folder.ts';

const required = {
  REGION_FILE: 'region.json',
  SUBSCRIPTIONS_FILE: 'subscriptions.json',
  AUTH_ISSUER: 'https://issuer.example.com',
  AUTH_AUDIENCE: 'urn:example:patient-data',
};

const read = (environment: Environment) => {
  const { settings, faults } = readSettings({ ...required, ...environment });
  const list = faultList();
  const place = readAccessLogPlace(settings, { environment, list });
  return { place, faults: [...faults, ...list.faults] };
};

const remote = 'postgresql://log@db.example.internal/access_log';

describe('the place', () => {
  test('a file', () => {
    expect(read({ ACCESS_LOG_FILE: 'access.log' })).toEqual({ place: { file: 'access.log' }, faults: [] });
  });

  test('a database, with its password from a file', () => {
    const path = join(newFolder(), 'password');
    writeFileSync(path, 'synthetic secret\n');
    const { place, faults } = read({ ACCESS_LOG_URL: remote, ACCESS_LOG_PASSWORD: `file:${path}` });
    expect(faults).toEqual([]);
    expect(place).toEqual({
      database: {
        host: 'db.example.internal',
        port: 5432,
        user: 'log',
        database: 'access_log',
        password: 'synthetic secret',
        tls: { ca: undefined },
      },
    });
  });

  test('a password from an empty file is a fault', () => {
    const path = join(newFolder(), 'password');
    writeFileSync(path, '\n');
    expect(read({ ACCESS_LOG_URL: remote, ACCESS_LOG_PASSWORD: `file:${path}` }).faults).toEqual([
      { where: 'ACCESS_LOG_PASSWORD', expected: 'a file with the secret; this one is empty' },
    ]);
  });

  test('a password in a file by a relative path that leads nowhere: where it starts, and not the path', () => {
    const settings = { ACCESS_LOG_URL: remote, ACCESS_LOG_PASSWORD: 'file:no-such-file' };
    const expected = `a readable file (ENOENT); a relative path starts at the working directory, ${process.cwd()}`;
    expect(read(settings).faults).toEqual([{ where: 'ACCESS_LOG_PASSWORD', expected }]);
  });

  test('the authorities of the certificate from a file', () => {
    const path = join(newFolder(), 'ca.pem');
    writeFileSync(path, 'PEM');
    const { place } = read({ ACCESS_LOG_URL: `${remote}?sslmode=verify-full&sslrootcert=${path}` });
    expect(place).toMatchObject({ database: { tls: { ca: 'PEM' } } });
  });

  test.each<[string, Environment, string[]]>([
    ['neither', {}, ['ACCESS_LOG_FILE']],
    ['empty ones', { ACCESS_LOG_FILE: '', ACCESS_LOG_URL: ' ' }, ['ACCESS_LOG_FILE']],
    ['the region profile', { ACCESS_LOG_FILE: 'region.json' }, ['ACCESS_LOG_FILE']],
    [
      'the subscriptions, by another path',
      { ACCESS_LOG_FILE: './x/../subscriptions.json' },
      ['ACCESS_LOG_FILE'],
    ],
    ['both', { ACCESS_LOG_FILE: 'access.log', ACCESS_LOG_URL: remote }, ['ACCESS_LOG_URL']],
    ['an URL that is faulty, and nothing else', { ACCESS_LOG_URL: 'mysql://x@y/z' }, ['ACCESS_LOG_URL']],
    [
      'two passwords',
      { ACCESS_LOG_URL: 'postgresql://log:a@db.example.internal/log', ACCESS_LOG_PASSWORD: 'b' },
      ['ACCESS_LOG_PASSWORD'],
    ],
    [
      'a password in a file that is not there',
      { ACCESS_LOG_URL: remote, ACCESS_LOG_PASSWORD: 'file:/missing/password' },
      ['ACCESS_LOG_PASSWORD'],
    ],
    [
      'authorities in a file that is not there',
      { ACCESS_LOG_URL: `${remote}?sslrootcert=/missing/ca.pem` },
      ['ACCESS_LOG_URL (sslrootcert)'],
    ],
  ])('%s: a fault that names the setting, and never its value', (_, environment, where) => {
    const { faults } = read(environment);
    expect(faults.map(one => one.where)).toEqual(where);
    expect(JSON.stringify(faults)).not.toMatch(/mysql|missing\/password|db\.example/);
  });
});

describe('a file that would keep no entries (D23)', () => {
  const faultsAt = (path: string) => read({ ACCESS_LOG_FILE: path }).faults;
  const fault = (found: string) => [
    {
      where: 'ACCESS_LOG_FILE',
      expected: `the path of the access log, a file on a disk; there is ${found}`,
    },
  ];

  test('a named pipe, directly or by a link', () => {
    const folder = newFolder();
    const pipe = join(folder, 'pipe.log');
    execFileSync('mkfifo', [pipe]);
    symlinkSync(pipe, join(folder, 'access.log'));
    expect(faultsAt(pipe)).toEqual(fault('a pipe'));
    expect(faultsAt(join(folder, 'access.log'))).toEqual(fault('a pipe'));
  });

  test('a device behind a link', () => {
    const path = join(newFolder(), 'access.log');
    symlinkSync('/dev/null', path);
    expect(faultsAt(path)).toEqual(fault('a device'));
  });

  test('a folder', () => {
    expect(faultsAt(newFolder())).toEqual(fault('a folder'));
  });

  test('a socket', async () => {
    const path = join(newFolder(), 'access.log');
    const server = createServer().listen(path);
    await once(server, 'listening');
    expect(faultsAt(path)).toEqual(fault('a socket'));
    server.close();
  });

  test('a file, a link to one, and a path where there is none yet are accepted', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'a.log'), '');
    symlinkSync(join(folder, 'a.log'), join(folder, 'b.log'));
    symlinkSync(join(folder, 'missing.log'), join(folder, 'c.log'));
    for (const name of ['a.log', 'b.log', 'c.log', 'd.log', 'missing/e.log'])
      expect(faultsAt(join(folder, name))).toEqual([]);
  });
});

describe('the URL of a database', () => {
  test.each<[string, object]>([
    [remote, { host: 'db.example.internal', port: 5432, tls: true, user: 'log', database: 'access_log' }],
    ['postgres://log@db:6432/access', { host: 'db', port: 6432, tls: true }],
    [`${remote}?sslmode=verify-full`, { tls: true }],
    [`${remote}?sslmode=require`, { tls: true }],
    ['postgresql://log@127.0.0.1/log', { host: '127.0.0.1', tls: false }],
    ['postgresql://log@localhost/log?sslmode=disable', { tls: false }],
    ['postgresql://log@localhost/log?sslmode=verify-full', { tls: true }],
    ['postgresql://log@[::1]:5433/log', { host: '::1', port: 5433, tls: false }],
    ['postgresql://log:p%40ss@localhost/a%20b', { password: 'p@ss', database: 'a b' }],
    ['postgresql:///log?host=/run/postgresql&user=log', { host: '/run/postgresql', user: 'log', tls: false }],
  ])('%s', (text, expected) => {
    expect(readDatabaseUrl(text)).toMatchObject(expected);
  });

  test.each([
    'http://log@db/log',
    'postgresql://db.example.internal/log',
    'postgresql://log@db.example.internal',
    'postgresql://log@db.example.internal/',
    'postgresql://log@a,b/log',
    'postgresql://log@db/log?host=a,b',
    `${remote}?sslmode=disable`,
    `${remote}?sslmode=prefer`,
    `${remote}?sslmode=allow`,
    `${remote}?sslmode=no-verify`,
    `${remote}?sslmode=`,
    `${remote}?sslmode=verify-full&sslmode=disable`,
    `${remote}?ssl=0`,
    `${remote}?options=-c%20synchronous_commit%3Doff`,
    `${remote}#x`,
    'postgresql://log:%zz@db/log',
    'not a url',
  ])('refused: %s', text => {
    expect(readDatabaseUrl(text)).toBeUndefined();
  });
});

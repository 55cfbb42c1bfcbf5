// deploy/ checked against the service: its settings and files exist, and nothing runs as root.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { chainedLines } from '../../../src/adapters/access-log/chain.ts';
import { stopTimeOf } from '../../../src/composition/stopping.ts';
import { readSettings } from '../../../src/config/settings/settings.ts';
import { type Settings, settingSpecs } from '../../../src/config/settings/specs.ts';
import { exitStatus } from '../../../src/process/end.ts';
import { administrationName } from '../../../tools/access-log/administration.ts';
import { entryOf } from '../../adapters/access-log/entry.ts';
import { containerInstructions } from '../../support/container-file.ts';
import { listed } from '../../support/listed.ts';
import { newFolder } from '../../support/new-folder.ts';
import { describeWith } from '../../support/programs.ts';

const root = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const settingNames = Object.keys(settingSpecs);
const specs: Readonly<Record<string, { readonly required?: true; readonly fallback?: string }>> =
  settingSpecs;

const exampleText = read('deploy/patient-data-access.env.example');
const example = parseEnv(exampleText);

describe('the example of the settings', () => {
  /** Name → value, of the lines that are commented out. */
  const optional = parseEnv(
    exampleText
      .split('\n')
      .filter(line => /^#[A-Z]/.test(line) && line.includes('='))
      .map(line => line.slice(1))
      .join('\n'),
  );
  const secretOfTheProfile = 'EHR_API_KEY';

  test('has every setting, and no other', () => {
    const names = [...Object.keys(example), ...Object.keys(optional)].filter(
      name => name !== secretOfTheProfile,
    );
    expect(names.toSorted()).toEqual(settingNames.toSorted());
  });

  test('has only the required settings without a #', () => {
    const required = settingNames.filter(name => specs[name]?.required === true);
    // One of the two access logs is required.
    expect(Object.keys(example).toSorted()).toEqual([...required, 'ACCESS_LOG_FILE'].toSorted());
  });

  test('shows the defaults', () => {
    for (const [name, value] of Object.entries(optional)) {
      const fallback = specs[name]?.fallback;
      if (fallback !== undefined) expect(value, name).toBe(fallback);
    }
  });

  test('is valid as delivered, and with every line uncommented', () => {
    expect(readSettings(example).faults).toEqual([]);
    const { ACCESS_LOG_FILE: _, ...withoutFile } = example;
    expect(readSettings({ ...optional, ...withoutFile }).faults).toEqual([]);
  });
});

/** The longest stop in seconds, with these settings. */
const stopSeconds = (environment: Readonly<Record<string, string | undefined>>) =>
  stopTimeOf(readSettings(environment).settings as Settings) / 1000;

const unitText = read('deploy/patient-data-access.service');

/** Name → values, of all sections. */
const unit = new Map<string, string[]>();
for (const line of unitText.split('\n')) {
  const [, name, value = ''] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
  if (name !== undefined) unit.set(name, [...(unit.get(name) ?? []), value]);
}
const unitValue = (name: string) => unit.get(name)?.at(-1);

/** The Node options of `npm start`. */
const startOptions = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start
  .split(' ')
  .slice(2, -1);

describe('the systemd unit', () => {
  test('starts a file that exists, in the folder that it names', () => {
    const [program = '', ...argv] = (unitValue('ExecStart') ?? '').split(' ');
    const folder = unitValue('WorkingDirectory') ?? '?';
    expect(program.startsWith(`${folder}/`)).toBe(true);
    expect(existsSync(join(root, program.slice(folder.length)))).toBe(true);
    const name = argv.pop() ?? '';
    expect(argv).toEqual(startOptions);
    expect(existsSync(join(root, name))).toBe(true);
  });

  test('is unprivileged, and may write only the log', () => {
    expect(unitValue('User')).not.toMatch(/^(root|0)?$/);
    expect(unitValue('ProtectSystem')).toBe('strict');
    for (const name of listed('NoNewPrivileges ProtectHome PrivateTmp PrivateDevices RestrictSUIDSGID')) {
      expect(unitValue(name), name).toBe('yes');
    }
    expect(unitValue('CapabilityBoundingSet')).toBe('');
    expect(example.ACCESS_LOG_FILE).toBe(`${unitValue('ReadWritePaths')}/access.log`);
    // V8 compiles at run time.
    expect(unit.has('MemoryDenyWriteExecute')).toBe(false);
  });

  test('writes no core dumps, and has a limit of memory', () => {
    expect(unitValue('LimitCORE')).toBe('0');
    const [, gigabytes = '0'] = /^(\d+)G$/.exec(unitValue('MemoryMax') ?? '') ?? [];
    expect(Number(gigabytes) * 1024 ** 3).toBeGreaterThan(3 * Number(specs.ANSWER_BUDGET_BYTES?.fallback));
  });

  test('tells systemd that it is ready, and is not started again with a faulty configuration', () => {
    expect(unitValue('Type')).toBe('notify');
    // A child of the service sends the notification.
    expect(unitValue('NotifyAccess')).toBe('all');
    expect(unitValue('RestartPreventExitStatus')).toBe(String(exitStatus.configuration));
  });

  test('reopens the log, stops in order, comes back', () => {
    expect(unitValue('ExecReload')).toContain('-HUP $MAINPID');
    expect(unitValue('KillSignal')).toBe('SIGTERM');
    expect(Number(unitValue('TimeoutStopSec'))).toBeGreaterThanOrEqual(stopSeconds(example));
    expect(unitValue('Restart')).toBe('on-failure');
    expect(unitValue('EnvironmentFile')).toMatch(/^\//);
  });
});

describeWith('systemd-analyze', 'the systemd unit, judged by systemd', path => {
  test('is accepted by systemd-analyze', () => {
    const folder = newFolder();
    const file = join(folder, 'patient-data-access.service');
    // Only the folder of the program differs from the delivered unit.
    writeFileSync(file, unitText.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    expect(execFileSync(path, ['verify', file], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
    writeFileSync(file, `${unitText}\n[Service]\nTimeoutStopSec=soon\n`);
    expect(() => execFileSync(path, ['verify', file], { stdio: 'pipe' })).toThrow();
  });
});

const verifyUnit = read('deploy/patient-data-access-verify.service');

describe('the systemd unit that verifies the access log', () => {
  test('runs the command in the folder of the service, and may write what it writes', () => {
    const valuesOf = (name: string) =>
      [...verifyUnit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    const [program = '', flag, file = '', ...argv] = (valuesOf('ExecStart')[0] ?? '').split(' ');
    expect(program).toBe((unitValue('ExecStart') ?? '').split(' ')[0]);
    expect([flag, existsSync(join(root, file)), argv[0]]).toEqual(['--disable-sigusr1', true, 'verify']);
    // Whoever takes over the service must not be able to change what was kept.
    expect(valuesOf('User')).toEqual([`${unitValue('User')}-verify`]);
    expect(valuesOf('EnvironmentFile')).not.toContain(unitValue('EnvironmentFile'));
    expect(argv[argv.indexOf('--keep') + 1]).toBe(`/var/lib/${valuesOf('StateDirectory')[0]}`);
    const metrics = argv[argv.indexOf('--metrics') + 1] ?? '';
    const administration = join(unitValue('ReadWritePaths') ?? '', administrationName);
    expect(valuesOf('ReadWritePaths')).toEqual([`-${administration}`, dirname(metrics)]);
  });

  test('its example names settings that exist', () => {
    const text = read('deploy/patient-data-access-verify.env.example');
    const names = [...text.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names).toEqual(['ACCESS_LOG_FILE', 'ACCESS_LOG_URL', 'ACCESS_LOG_PASSWORD']);
    for (const name of names) expect(settingNames).toContain(name);
  });

  /** Whether this process may give another one the capability: root may not in most containers. */
  const mayReadAll = (): boolean => {
    if (process.platform !== 'linux') return false;
    const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
    // CAP_DAC_READ_SEARCH, CAP_SETUID
    return (BigInt(`0x${effective}`) & 0b1000_0100n) === 0b1000_0100n;
  };

  describeWith('setpriv', 'as a user of its own', setpriv => {
    test.skipIf(!mayReadAll())(
      'it reads a log that only the service may read (needs CAP_DAC_READ_SEARCH)',
      () => {
        const capability = /^AmbientCapabilities=CAP_(\S+)$/m.exec(verifyUnit)?.[1]?.toLowerCase() ?? '';
        const [service, job] = [64_001, 64_002];
        const folder = newFolder();
        const [logs, kept] = [join(folder, 'logs'), join(folder, 'kept')];
        const [log, administration] = [join(logs, 'access.log'), join(logs, administrationName)];
        for (const one of [logs, kept]) mkdirSync(one, { mode: 0o700 });
        const { text } = chainedLines([JSON.stringify(entryOf('a', {}))], null);
        writeFileSync(log, text, { mode: 0o600 });
        writeFileSync(administration, '', { mode: 0o600 });
        chmodSync(folder, 0o755);
        for (const one of [logs, log]) chownSync(one, service, service);
        for (const one of [kept, administration]) chownSync(one, job, job);
        const verify = (user: number, ...flags: string[]) =>
          spawnSync(
            setpriv,
            [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...flags, process.execPath].concat(
              'tools/access-log.ts',
              'verify',
              '--keep',
              kept,
            ),
            {
              cwd: root,
              env: { ACCESS_LOG_FILE: log, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
              encoding: 'utf8',
            },
          );
        const allowed = [`--bounding-set=-all,+${capability}`, `--inh-caps=-all,+${capability}`];
        const ran = verify(job, ...allowed, `--ambient-caps=-all,+${capability}`);
        expect([ran.status, ran.stderr]).toEqual([
          0,
          expect.stringContaining('each follows the one before it'),
        ]);
        expect(readFileSync(join(kept, 'heads'), 'utf8')).toMatch(/^[0-9a-f]{64} {2}/);
        const none = ['--bounding-set=-all', '--inh-caps=-all'];
        expect(verify(job, ...none)).toMatchObject({
          status: 1,
          stderr: expect.stringContaining('(EACCES)'),
        });
        expect(verify(service, ...none)).toMatchObject({ status: 1, stdout: '' });
      },
    );
  });
});

describeWith('systemd-analyze', 'the units that verify the access log, judged by systemd', path => {
  test('are accepted by systemd-analyze', () => {
    const folder = newFolder();
    const units = ['service', 'timer'].map(kind => join(folder, `patient-data-access-verify.${kind}`));
    const [service = '', timer = ''] = units;
    writeFileSync(service, verifyUnit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    writeFileSync(timer, read('deploy/patient-data-access-verify.timer'));
    expect(execFileSync(path, ['verify', ...units], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
  });
});

describe('the rotation of the log', () => {
  const conf = read('deploy/logrotate.conf').replaceAll(/^\s*#.*$/gm, '');
  const words = conf.split('\n').map(line => line.trim());

  test('renames the log of the example, and signals the service of the unit', () => {
    expect(words).toContain(`${example.ACCESS_LOG_FILE} {`);
    expect(words).not.toContain('copytruncate');
    expect(words).toContain('nocreate');
    const at = words.indexOf('postrotate');
    expect(words[at + 1]).toBe('systemctl reload patient-data-access.service');
    expect(words).toContain(`su ${unitValue('User')} ${unitValue('Group')}`);
  });
});

test.each(
  listed(`
  access.log access.log-20260115-1768435200 access.log-20260115-1768435200.gz service.log.1
`),
)('%s never gets into the repository', name => {
  const patterns = read('.gitignore')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'));
  expect(patterns.some(pattern => matchesGlob(name, pattern))).toBe(true);
});

const instructions = containerInstructions(read('deploy/Containerfile'));
const stageStarts = instructions.flatMap(({ name }, at) => (name === 'FROM' ? [at] : []));
const finalStage = instructions.slice(stageStarts.at(-1));
const finalOf = (name: string) => finalStage.filter(one => one.name === name).map(({ argument }) => argument);

describe('the container file', () => {
  test('builds in one stage what runs in another, from images without a host', () => {
    expect(stageStarts).toHaveLength(2);
    const images = instructions
      .filter(({ name }) => name === 'FROM')
      .map(({ argument }) => argument.split(' ')[0]);
    for (const image of images) expect(image).toMatch(/^[a-z]+:[a-z0-9-]+$/);
  });

  test('installs by the lock file, without development dependencies and install scripts', () => {
    const runs = instructions.filter(({ name }) => name === 'RUN').map(({ argument }) => argument);
    expect(runs.filter(run => run.includes('npm'))).toEqual([
      expect.stringMatching(/^npm ci --omit=dev --ignore-scripts/),
    ]);
    expect(finalStage.some(({ argument }) => argument.includes('npm'))).toBe(false);
  });

  test('runs as an unprivileged user', () => {
    expect(finalOf('USER')).toEqual(['10001:10001']);
    const after = finalStage.slice(finalStage.findIndex(({ name }) => name === 'USER'));
    expect(after.map(({ name }) => name)).not.toContain('RUN');
  });

  test('starts without core dumps, and replaces the shell that forbids them', () => {
    const [program, flag, script = '', name, ...more] = JSON.parse(
      finalOf('ENTRYPOINT')[0] ?? '',
    ) as string[];
    expect([program, flag, name, more]).toEqual(['/bin/sh', '-c', 'sh', []]);
    const limit = script.replace(/exec node .*$/, 'ulimit -c; ulimit -Hc');
    expect(execFileSync('/bin/sh', ['-c', limit], { encoding: 'utf8' })).toBe('0\n0\n');
  });

  test('starts and checks files that exist', () => {
    const [, , script = ''] = JSON.parse(finalOf('ENTRYPOINT')[0] ?? '') as string[];
    const [, started = ''] = /^ulimit -c 0 && exec (.*) "\$@"$/.exec(script) ?? [];
    const commands = [
      JSON.stringify(started.split(' ')),
      ...finalOf('HEALTHCHECK').map(text => text.replace(/^.*CMD /, '')),
    ];
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const [program, ...rest] = JSON.parse(command) as string[];
      expect(program).toBe('node');
      const file = rest.at(-1) ?? '';
      expect(existsSync(join(root, file)), file).toBe(true);
    }
    expect((JSON.parse(commands[0] ?? '') as string[]).slice(1, -1)).toEqual(startOptions);
    expect(finalOf('ENV').join(' ')).toContain('PATH=/app/node_modules/.bin');
  });

  test('copies files that exist, and that the build context includes', () => {
    const context = read('.dockerignore');
    const sources = instructions
      .filter(({ name, argument }) => name === 'COPY' && !argument.startsWith('--from'))
      .flatMap(({ argument }) => argument.split(' ').slice(0, -1));
    expect(sources).toEqual(['package.json', 'package-lock.json', 'src', 'tools', 'docs/guide.md']);
    for (const source of sources) {
      expect(existsSync(join(root, source)), source).toBe(true);
      expect(context.split('\n')).toContain(`!${source}`);
    }
  });

  test('sets settings that exist', () => {
    const names = finalOf('ENV').flatMap(text => [...text.matchAll(/(\w+)=/g)].map(([, name]) => name));
    expect(names.filter(name => !['NODE_ENV', 'PATH'].includes(name ?? ''))).not.toEqual([]);
    for (const name of names) expect([...settingNames, 'NODE_ENV', 'PATH']).toContain(name);
  });
});

describe('the compose file', () => {
  type Container = Readonly<Record<string, unknown>> & {
    readonly image: string;
    readonly user: string;
    readonly environment?: Readonly<Record<string, string>>;
    readonly volumes?: readonly string[];
    readonly healthcheck: { readonly test: readonly string[] };
    readonly secrets?: readonly string[];
  };
  const compose = parse(read('deploy/compose.yaml'), { merge: true });
  const containers: Readonly<Record<string, Container>> = compose.services;
  const instances = Object.values(containers).filter(({ environment }) => environment !== undefined);

  test('instances write no core dumps', () => {
    for (const { ulimits } of instances) expect(ulimits).toEqual({ core: 0 });
  });

  test('is patient when an instance stops', () => {
    for (const { stop_grace_period: period, environment = {} } of instances) {
      const seconds = Number(/^(\d+)s$/.exec(String(period))?.[1]);
      expect(seconds).toBeGreaterThanOrEqual(stopSeconds({ ...example, ...environment }));
    }
  });

  test('two instances and a Redis', () => {
    expect(Object.keys(containers)).toEqual(['one', 'two', 'redis']);
    expect(instances).toHaveLength(2);
    for (const { image } of Object.values(containers)) expect(image).toMatch(/^[a-z-]+(:[a-z0-9.-]+)?$/);
    // Another version than the tested one must not come with a `docker compose pull`.
    expect(containers.redis?.image).toMatch(/^redis:\d+\.\d+\.\d+$/);
  });

  test.each(Object.entries(containers))(
    '%s is nobody, and writes nothing but what it must',
    (_, container) => {
      expect(container.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect(container).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(container.tmpfs).toHaveLength(1);
      expect(container.mem_limit).toMatch(/^\d+[mg]$/);
      expect(container.healthcheck.test[0]).toBe('CMD');
    },
  );

  test('their settings exist, and are accepted together with the example', () => {
    for (const { environment = {} } of instances) {
      for (const name of Object.keys(environment)) expect(settingNames).toContain(name);
      expect(readSettings({ ...example, ...environment }).faults).toEqual([]);
      expect(environment.REDIS_URL).toContain('//redis:');
    }
  });

  test('each has its own access log, on a volume', () => {
    const folder = '/var/log/patient-data-access';
    const logs = instances.map(({ volumes = [] }) => volumes.find(volume => volume.endsWith(`:${folder}`)));
    expect(new Set(logs).size).toBe(2);
    for (const log of logs) expect(Object.keys(compose.volumes)).toContain(log?.split(':')[0]);
    for (const { environment } of instances)
      expect(environment?.ACCESS_LOG_FILE).toBe(`${folder}/access.log`);
  });

  test('secrets are mounted as secrets', () => {
    for (const { secrets = [], environment = {} } of instances) {
      expect(secrets).toEqual(Object.keys(compose.secrets));
      expect([environment.TLS_CERT_FILE, environment.TLS_KEY_FILE]).toEqual(
        secrets.map(name => `/run/secrets/${name}`),
      );
    }
  });
});

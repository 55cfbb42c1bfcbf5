// npm run region -- reload: makes the running service read its profile again, and says whether it uses it.
import { setTimeout as wait } from 'node:timers/promises';
import { fixedMembers } from '../../src/config/region/changes.ts';
import { readArguments } from '../arguments.ts';
import { askAdmin, askService } from '../ask-service.ts';
import {
  print,
  Refusal,
  type Run,
  readEnvironment,
  refusalBecause,
  UsageError,
  visible,
} from '../command.ts';
import { defaultProfile, loadRegion } from './profile.ts';
import { serviceProcesses } from './service-processes.ts';

/** Milliseconds until the service must use the profile, and between two questions. */
const timeoutMs = 5000;
const intervalMs = 100;

const fixedInWords = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  fixedMembers.map(path => path.join('.')),
);

const processIn = (written: string | undefined): number => {
  if (written !== undefined) {
    if (/^[1-9]\d{0,9}$/.test(written)) return Number(written);
    throw new UsageError('--pid: the id of the process of the service.');
  }
  const [pid, ...more] = serviceProcesses();
  if (pid === undefined)
    throw new Refusal(
      'No process of this installation was found. Run this as the user of the service or as root, or name the process with --pid.',
    );
  if (more.length > 0)
    throw new Refusal(`Several processes run: ${[pid, ...more].join(', ')}. Name one with --pid.`);
  return pid;
};

const signal = (pid: number) => {
  try {
    process.kill(pid, 'SIGUSR2');
  } catch (error) {
    throw refusalBecause(`The process ${pid} cannot be signalled`, error);
  }
};

/** The version of the profile that the service says it uses; undefined if it does not answer. */
const versionInUse = async (): Promise<string | undefined> => {
  try {
    const { text } = await askService(readEnvironment(), '/health/ready');
    return (JSON.parse(text) as { profile?: string }).profile;
  } catch {
    // Whoever calls this asks again, and in the end says that the service does not answer.
    return undefined;
  }
};

/** What the service says last about its profile, from its operators' server. */
const reasonOfService = async (): Promise<string> => {
  try {
    const { text } = await askAdmin(readEnvironment(), '/warnings');
    const line = text.split('\n').findLast(one => /the region profile/.test(one));
    if (line !== undefined) return `It says: ${visible(line)}`;
  } catch {
    // Without ADMIN_PORT, or while it does not answer, only the log has the reason.
  }
  return 'Its log says why.';
};

export const runReload: Run = async argv => {
  const { values } = readArguments(argv, { options: { pid: { type: 'string' } } });
  const { version } = await loadRegion(defaultProfile());
  const pid = processIn(values.pid);
  const before = await versionInUse();
  if (before === undefined)
    throw new Refusal('The service does not answer at HOST and PORT of the settings: it was not signalled.');
  if (before === version) {
    print(`The service already uses this profile, version ${version}.`);
    return 0;
  }
  signal(pid);
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    if ((await versionInUse()) === version) {
      print(`The service uses the profile, version ${version} (before: ${before}).`);
      return 0;
    }
    await wait(intervalMs);
  }
  throw new Refusal(
    `The service still uses version ${before}. ${await reasonOfService()} A change of ${fixedInWords} needs a restart.`,
  );
};

// Reads the settings from the environment.
import { type Environment, isGiven } from '../environment.ts';
import { type Fault, type FaultList, faultList, readSecret, referredFile } from '../files.ts';
import { crossCheck } from './cross-checks.ts';
import type { EnvironmentProxies } from './proxies.ts';
import { allSpecs, type Settings, settingSpecs } from './specs.ts';
import type { Spec } from './value-forms.ts';

/** A shell, systemd and an `.env` file take quotes away; `docker run --env-file` does not. */
const isQuoted = (value: string): boolean => /^(["']).*\1$/s.test(value);

/**
 * Node reads this variable by itself: 0 disables the verification of certificates on every connection. Whoever stands between
 * could then sign access tokens as the issuer, and read records.
 */
const checkVerification = (
  { NODE_TLS_REJECT_UNAUTHORIZED: verifies }: Environment,
  list: FaultList,
): void => {
  if (verifies !== '0') return;
  list.add(
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'no value: 0 accepts any certificate of the issuer and the systems. Name a private CA in NODE_EXTRA_CA_CERTS (the issuer) or tls/caFile (a system)',
  );
};

/** The text of a setting; undefined if it is missing or blank, and has no default. */
const textOf = (environment: Environment, name: string, { fallback, mayBeLowerCase }: Spec<unknown>) => {
  const names = mayBeLowerCase === true ? [name.toLowerCase(), name] : [name];
  const given = names.find(written => isGiven(environment, written));
  return given === undefined ? fallback : environment[given]?.trim();
};

/** Reads one setting; undefined if it is missing, or has a fault, which is added to the list. */
const readSetting = (
  name: string,
  spec: Spec<unknown>,
  { environment, list }: { environment: Environment; list: FaultList },
): unknown => {
  const text = textOf(environment, name, spec);
  if (text === undefined) return spec.required ? list.add(name, `${spec.expected} (required)`) : undefined;
  if (isQuoted(text) && spec.mayBeQuoted !== true)
    return list.add(name, `${spec.expected}; without the quotes around it`);
  const resolved = spec.mayBeReferred === true ? readSecret(text, { environment, where: name, list }) : text;
  if (resolved === undefined) return undefined;
  const value = spec.read(resolved, resolved !== text);
  if (value === undefined) list.add(name, spec.expected);
  return value;
};

/** The file that LOG_LEVEL names (`file:PATH`); undefined if it is a level itself. */
export const logLevelFileIn = ({ LOG_LEVEL: written = '' }: Environment): string | undefined =>
  referredFile(written.trim());

/** The level in a file; undefined, with a fault added, if it is none. */
export const readLogLevel = (path: string, list: FaultList): Settings['LOG_LEVEL'] | undefined =>
  readSetting('LOG_LEVEL', settingSpecs.LOG_LEVEL, {
    environment: { LOG_LEVEL: `file:${path}` },
    list,
  }) as Settings['LOG_LEVEL'] | undefined;

/** The proxies of the environment, for tools that need no other setting. Adds their faults. */
export const readEnvironmentProxies = (environment: Environment, list: FaultList): EnvironmentProxies => {
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;
  const values = names.map(name => [name, readSetting(name, settingSpecs[name], { environment, list })]);
  return Object.fromEntries(values) as EnvironmentProxies;
};

/** Reads every setting, and reports every fault at once. An empty setting counts as missing. */
export const readSettings = (environment: Environment): { settings: Settings; faults: Fault[] } => {
  const list = faultList();
  const settings: Record<string, unknown> = {};
  for (const [name, spec] of allSpecs) {
    const value = readSetting(name, spec, { environment, list });
    if (value !== undefined) settings[name] = value;
  }
  if (!isGiven(environment, 'ACCESS_LOG_FILE') && !isGiven(environment, 'ACCESS_LOG_URL')) {
    const { expected } = settingSpecs.ACCESS_LOG_FILE;
    list.add('ACCESS_LOG_FILE', `${expected}, or ACCESS_LOG_URL (one is required)`);
  }
  crossCheck(settings, list);
  checkVerification(environment, list);
  return { settings: settings as Settings, faults: list.faults };
};

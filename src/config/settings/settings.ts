// Reads the settings from the environment.
import { type Environment, isGiven } from '../environment.ts';
import type { Fault } from '../files.ts';
import { faultList, readSecret } from '../files.ts';
import { crossCheck } from './cross-checks.ts';
import { type Settings, settingSpecs } from './specs.ts';
import type { Spec } from './value-forms.ts';

/** A shell, systemd and an `.env` file take quotes away; `docker run --env-file` does not. */
const isQuoted = (value: string): boolean => /^(["']).*\1$/s.test(value);

/**
 * Node reads this variable by itself: 0 disables the verification of certificates on every connection. Whoever stands between
 * could then sign access tokens as the issuer, and read records.
 */
const verificationFaults = ({ NODE_TLS_REJECT_UNAUTHORIZED: verifies }: Environment): Fault[] =>
  verifies === '0'
    ? [
        {
          where: 'NODE_TLS_REJECT_UNAUTHORIZED',
          expected:
            'no value: 0 accepts any certificate of the issuer and the systems. Name a private CA in NODE_EXTRA_CA_CERTS (the issuer) or tls/caFile (a system)',
        },
      ]
    : [];

/** Reads every setting, and reports every fault at once. An empty setting counts as missing. */
export const readSettings = (environment: Environment): { settings: Settings; faults: Fault[] } => {
  const faults: Fault[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(settingSpecs as Record<string, Spec<unknown>>)) {
    const given = environment[name]?.trim();
    const value = given === undefined || given === '' ? spec.fallback : given;
    if (value === undefined) {
      if (spec.required) faults.push({ where: name, expected: `${spec.expected} (required)` });
      continue;
    }
    if (isQuoted(value) && spec.mayBeQuoted !== true) {
      faults.push({ where: name, expected: `${spec.expected}; without the quotes around it` });
      continue;
    }
    const list = faultList();
    const resolved =
      spec.mayBeReferred === true ? readSecret(value, { environment, where: name, list }) : value;
    faults.push(...list.faults);
    if (resolved === undefined) continue;
    const read = spec.read(resolved);
    if (read === undefined) faults.push({ where: name, expected: spec.expected });
    else settings[name] = read;
  }
  if (!isGiven(environment, 'ACCESS_LOG_FILE') && !isGiven(environment, 'ACCESS_LOG_URL')) {
    const { expected } = settingSpecs.ACCESS_LOG_FILE;
    faults.push({ where: 'ACCESS_LOG_FILE', expected: `${expected}, or ACCESS_LOG_URL (one is required)` });
  }
  const known = settings as Settings;
  return { settings: known, faults: [...faults, ...crossCheck(known), ...verificationFaults(environment)] };
};

// The settings as they may be shown to others: without secrets, and without the value of a setting that has a fault.
import type { Environment } from '../../src/config/environment.ts';
import { settingSpecs } from '../../src/config/settings/specs.ts';
import type { Spec } from '../../src/config/settings/value-forms.ts';

/** A URL without user, password, query and fragment; undefined for any other text. */
const bareUrl = (text: string): string | undefined => {
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  Object.assign(url, { username: '', password: '', search: '', hash: '' });
  return url.href;
};

const isReference = (text: string): boolean => /^(?:file|env):/.test(text);

const shown = (text: string, { isSecret }: Spec<unknown>, isFaulty: boolean): string => {
  // It may be a secret that was written in the wrong place.
  if (isFaulty) return '(set, with a fault)';
  if (isReference(text)) return text;
  if (isSecret === true) return bareUrl(text) ?? '(set)';
  // A URL may hold a key in its query, or a password. Any other one is shown as it is written, with or without its final slash.
  return /[?#@]/.test(text) ? (bareUrl(text) ?? text) : text;
};

/**
 * Name of each setting that has a value → that value, or `(set)` for a secret. Names that are no settings are left out.
 * @param faulty names of settings with faults.
 */
export const shownSettings = (
  environment: Environment,
  faulty: ReadonlySet<string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(settingSpecs as Readonly<Record<string, Spec<unknown>>>).flatMap(([name, spec]) => {
      const names = spec.mayBeLowerCase === true ? [name.toLowerCase(), name] : [name];
      return names.flatMap(written => {
        const text = environment[written]?.trim() ?? '';
        return text === '' ? [] : [[written, shown(text, spec, faulty.has(name))]];
      });
    }),
  );

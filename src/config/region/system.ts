// Reads one system of a region profile: loads its secrets and files, and checks its members against its adapter.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { resolve } from 'node:path';
import type {
  Adapter,
  Adapters,
  Offer,
  System as OpenableSystem,
  ProxyFor,
} from '../../adapters/ehr/adapter.ts';
import { jsonPointer } from '../../domain/model/json.ts';
import { omitUndefined } from '../../domain/model/omit-undefined.ts';
import type { SourceKind } from '../../domain/records/index.ts';
import { schemaFaults, unknownMember } from '../../faults/schema-faults.ts';
import { checkAuthorities, checkCertifiedKey } from '../certificates.ts';
import type { Environment } from '../environment.ts';
import { type FaultList, readPem, readSecret, referredFile } from '../files.ts';
import { baseUrlForm, isBaseUrl } from '../settings/addresses.ts';
import { always, configuredProxyForm, readConfiguredProxy } from '../settings/proxies.ts';
import { readBackendAuth } from './backend-auth.ts';
import { ProfileSystem, type ProfileSystem as WrittenSystem } from './profile.ts';

export type BoundSystem = OpenableSystem & {
  readonly adapter: string;
  /** What the system offers; undefined if that is unknown because its members have faults. */
  readonly offer: Offer | undefined;
  /** The files with its secrets and certificates, as absolute paths. */
  readonly secretFiles: readonly string[];
  /** Identifies the version of the files that describe the system, such as its tables: 12 hexadecimal digits; undefined if it has none. */
  readonly filesVersion: string | undefined;
};

export type SystemContext = {
  readonly environment: Environment;
  /** The names of the adapters that systems may name. */
  readonly adapterNames: readonly string[];
  /** Those of them that the systems name. */
  readonly adapters: Adapters;
  readonly profileFolder: string;
  /** The environment's proxy for an origin. */
  readonly proxyFor: ProxyFor | undefined;
  readonly list: FaultList;
};

/** What a system is read with; `where`: its place in the profile, with which its faults begin. */
type SystemUse = SystemContext & { readonly where: string };

const limits = { timeoutMs: 8000, maxConcurrent: 64, maxAnswerBytes: 67_108_864 };

const readHeaders = (headers: Readonly<Record<string, string>>, use: SystemUse) => {
  const named = new Set<string>();
  const read = new Map<string, string>();
  for (const [written, secret] of Object.entries(headers)) {
    const where = `${use.where}/headers/${written}`;
    const name = written.toLowerCase();
    if (named.has(name)) use.list.add(where, 'each header once: upper and lower case make no difference');
    named.add(name);
    const value = readSecret(secret, { ...use, where });
    if (value === undefined) continue;
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
      read.set(name, value);
    } catch {
      use.list.add(where, 'a valid HTTP header');
    }
  }
  return Object.fromEntries(read);
};

const readTls = (tls: NonNullable<WrittenSystem['tls']>, use: SystemUse) => {
  const { list } = use;
  const where = `${use.where}/tls`;
  const pem = (file: string | undefined, name: string) =>
    file === undefined ? undefined : readPem(file, { ...use, where: `${where}/${name}` });
  const ca = pem(tls.caFile, 'caFile');
  const cert = pem(tls.certFile, 'certFile');
  const key = pem(tls.keyFile, 'keyFile');
  if ((tls.certFile === undefined) !== (tls.keyFile === undefined))
    list.add(where, 'certFile and keyFile together');
  if (ca !== undefined) checkAuthorities(ca, `${where}/caFile`, list);
  const places = { cert: `${where}/certFile`, key: `${where}/keyFile` };
  // An expired certificate is not a fault: the other systems must still be served. A metric shows when it expires.
  if (cert !== undefined && key !== undefined) checkCertifiedKey({ cert, key }, places, list);
  return omitUndefined<OpenableSystem['tls']>({ ca, cert, key });
};

const secretFilesOf = (
  { headers = {}, tls = {}, auth, proxy }: Partial<WrittenSystem>,
  profileFolder: string,
): string[] => {
  const secrets = [...Object.values(headers), auth?.clientSecret, ...Object.values(auth?.login ?? {}), proxy];
  const files = [
    ...secrets.map(written => referredFile(written ?? '')),
    ...Object.values(tls),
    auth?.keyFile,
  ];
  return files.filter(path => path !== undefined).map(path => resolve(profileFolder, path));
};

/** The names of the members that an adapter declares. */
export const ownMemberNames = ({ members }: Adapter): string[] =>
  Object.keys((members as { properties?: object } | undefined)?.properties ?? {});

/** Checks an adapter's own members. Unknown ones are faults: a misspelled one would change what is withheld or offered. */
const checkOwn = (adapter: Adapter, written: object, { where, list, profileFolder }: SystemUse) => {
  const { members } = adapter;
  if (members === undefined) return;
  const knownMembers = new Set([...Object.keys(ProfileSystem.properties), ...ownMemberNames(adapter)]);
  const unknown = Object.keys(written).filter(name => !knownMembers.has(name));
  const faults = schemaFaults(where, members, written);
  list.faults.push(...faults);
  for (const name of unknown) list.add(`${where}/${name}`, unknownMember(name, [...knownMembers]));
  if (faults.length > 0) return;
  for (const { place: at, file, expected } of adapter.check?.(written, profileFolder) ?? [])
    list.add(file ?? `${where}/${at}`, expected);
};

/** The proxy for each of a system's calls: its own, else the environment's. */
const readProxy = ({ proxy, baseUrl = '' }: Partial<WrittenSystem>, use: SystemUse) => {
  const { list, proxyFor } = use;
  if (proxy === undefined) return proxyFor === undefined ? {} : { proxyFor };
  const where = `${use.where}/proxy`;
  if (/^http:/i.test(baseUrl))
    list.add(
      where,
      'no proxy: calls of an http baseUrl stay on this machine (HTTPS_PROXY is for its https URLs)',
    );
  const text = readSecret(proxy, { ...use, where });
  const url = text === undefined ? undefined : readConfiguredProxy(text, text !== proxy);
  if (url !== undefined) return { proxyFor: always(url) };
  if (text !== undefined) list.add(where, configuredProxyForm);
  return {};
};

/** What the words of `protectedIdentity` mean: what a patient record means that does not say it (D27). */
const silences = ['absent-means-no', 'not-said'];

/** Checks `protectedIdentity`, unless the adapter has words of its own for it. */
const checkProtectedIdentity = (
  adapter: Adapter,
  { protectedIdentity: word }: Partial<WrittenSystem>,
  { where, list }: SystemUse,
) => {
  if (word === undefined || ownMemberNames(adapter).includes('protectedIdentity')) return;
  if (!silences.includes(word)) list.add(`${where}/protectedIdentity`, '"absent-means-no" or "not-said"');
};

/** Reads `auth`. It excludes an `authorization` header. */
const readAuth = (written: Partial<WrittenSystem>, use: SystemUse) => {
  if (written.auth === undefined) return {};
  const hasHeader = Object.keys(written.headers ?? {}).some(name => name.toLowerCase() === 'authorization');
  if (hasHeader) use.list.add(`${use.where}/headers/authorization`, 'no such header beside auth');
  const auth = readBackendAuth(written.auth, { ...use, where: `${use.where}/auth` });
  return auth === undefined ? {} : { auth };
};

/** Reads a system. Members that do not match the schema have been removed; the remaining ones are still checked. */
export const readSystem = (
  [name, written]: [string, Partial<WrittenSystem>],
  context: SystemContext,
): BoundSystem => {
  const where = `REGION_FILE /systems/${name}`;
  const use = { ...context, where };
  const { adapters, adapterNames, list, profileFolder } = context;
  const { adapter: adapterName = '', baseUrl = '' } = written;
  const adapter = Object.hasOwn(adapters, adapterName) ? adapters[adapterName] : undefined;
  if (adapter === undefined && adapterName !== '')
    list.add(`${where}/adapter`, `one of ${adapterNames.join(', ')}`);
  const before = list.faults.length;
  if (adapter !== undefined) {
    checkOwn(adapter, written, use);
    checkProtectedIdentity(adapter, written, use);
  }
  const offer = list.faults.length === before ? adapter?.offers(written, profileFolder) : undefined;
  if (baseUrl !== '' && !isBaseUrl(baseUrl)) list.add(`${where}/baseUrl`, baseUrlForm);
  const { intervals } = offer ?? {};
  if (intervals !== undefined && written.intervalAtEhr?.some(kind => !intervals.includes(kind))) {
    const allowed = intervals.length === 0 ? 'no kind' : `any of ${intervals.join(', ')}`;
    list.add(`${where}/intervalAtEhr`, `${allowed} (the adapter ${adapterName})`);
  }
  const { timeoutMs, maxConcurrent, maxAnswerBytes } = { ...limits, ...written };
  return {
    name,
    adapter: adapterName,
    offer,
    filesVersion: offer && adapter?.version?.(written, profileFolder)?.slice(0, 12),
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: readHeaders(written.headers ?? {}, use),
    tls: readTls(written.tls ?? {}, use),
    ...readAuth(written, use),
    ...readProxy(written, use),
    absentMeansUnprotected: written.protectedIdentity === 'absent-means-no',
    intervalAtEhr: new Set<SourceKind>(written.intervalAtEhr),
    ignore: new Set(written.ignore),
    timeoutMs,
    maxConcurrent,
    maxAnswerBytes,
    profileMembers: written,
    profileFolder,
    secretFiles: secretFilesOf(written, profileFolder),
  };
};

/** A system as it is described to operators: adapter, address, and the version of its tables. */
export const describeSystem = ({ adapter, baseUrl, filesVersion }: BoundSystem): string =>
  `${adapter} at ${baseUrl}${filesVersion === undefined ? '' : `, tables ${filesVersion}`}`;

/** The versions of the tables of all systems, such as `ehr:1a2b3c4d5e6f`; empty if no system is read by tables. */
export const tableVersions = (systems: readonly BoundSystem[]): string =>
  systems
    .flatMap(({ name, filesVersion }) => (filesVersion === undefined ? [] : [`${name}:${filesVersion}`]))
    .join(' ');

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The systems of a profile, reduced to the members without a fault in their schema and those that only the adapter may know.
 * @param isFaulty whether a fault lies at a path of the profile (a JSON pointer), or below it.
 */
export const validSystems = (
  systems: unknown,
  isFaulty: (path: string) => boolean,
): [string, Partial<WrittenSystem>][] => {
  if (!isObject(systems)) return [];
  const named = Object.entries(systems).filter(([, system]) => isObject(system));
  return named.map(([name, system]) => {
    const isValid = ([member]: [string, unknown]) => !isFaulty(jsonPointer(['systems', name, member]));
    return [name, Object.fromEntries(Object.entries(system).filter(isValid))];
  });
};

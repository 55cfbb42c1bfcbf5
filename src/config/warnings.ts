// What the configuration allows but is probably a mistake: logged at every start. A profile's part is printed by `region check`.
import { X509Certificate } from 'node:crypto';
import type { FileHint } from '../adapters/ehr/adapter.ts';
import { endOfLocalDay, regionTime } from '../adapters/time/region-time.ts';
import { isOid } from '../domain/rules/foreign.ts';
import { certificatesIn } from './certificates.ts';
import type { Configuration } from './index.ts';
import { defaultRetentionMonths, type Region } from './region/region.ts';
import type { BoundSystem } from './region/system.ts';
import type { Settings } from './settings/specs.ts';
import { unreadMembers, type WrittenSubscription } from './subscriptions.ts';

/** Something that is probably not meant: where, and what follows from it. */
export type Warning = { readonly where: string; readonly message: string };

const readCertificate = (pem: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(pem);
  } catch {
    // Only the first one of a file has been checked; `authorities` warns of the others.
    return undefined;
  }
};

/** In words: when it expired, or when it begins; undefined for a certificate that is valid. */
const invalidity = ({ validFromDate, validToDate }: X509Certificate, now: Date): string | undefined => {
  if (validToDate < now) return `expired at ${validToDate.toISOString()}`;
  return validFromDate > now ? `is not valid before ${validFromDate.toISOString()}` : undefined;
};

const clientCertificate = ({ tls: { cert } }: BoundSystem, now: Date): string | undefined => {
  const invalid = cert === undefined ? undefined : invalidity(new X509Certificate(cert), now);
  return invalid && `the certificate ${invalid}: the system will probably refuse it`;
};

/** While authorities are replaced, a file has the old and the new one: only one needs to be valid. */
const authorities = ({ tls: { ca } }: BoundSystem, now: Date): string | undefined => {
  const all = ca === undefined ? [] : certificatesIn(ca).map(readCertificate);
  const readable = all.filter(certificate => certificate !== undefined);
  if (readable.length < all.length) return 'one of the certificates cannot be read: TLS ignores it';
  const invalid = readable.map(certificate => invalidity(certificate, now));
  const [first] = invalid;
  return invalid.includes(undefined) || first === undefined
    ? undefined
    : `the certificate ${first}, and no other of the file is valid: no server can be verified`;
};

/** The certificates of systems that are not valid now. They are not faults: the other systems must still be served. */
export const certificateWarnings = (systems: readonly BoundSystem[], now: Date): Warning[] =>
  systems.flatMap(system => {
    const place = `REGION_FILE /systems/${system.name}/tls`;
    const [own, others] = [clientCertificate(system, now), authorities(system, now)];
    return [
      ...(own === undefined ? [] : [{ where: `${place}/certFile`, message: own }]),
      ...(others === undefined ? [] : [{ where: `${place}/caFile`, message: others }]),
    ];
  });

/** Whether a system has any https URL: `baseUrl`, or one in its other members, such as the endpoint of a contract. */
const isCalledByTls = ({ baseUrl, profileMembers }: BoundSystem): boolean =>
  /^https:/i.test(baseUrl) || /"https:/i.test(JSON.stringify(profileMembers));

/** Certificates of systems without any https URL. */
const unusedTlsWarnings = (systems: readonly BoundSystem[]): Warning[] =>
  systems
    .filter(system => Object.keys(system.tls).length > 0 && !isCalledByTls(system))
    .map(({ name }) => ({
      where: `REGION_FILE /systems/${name}/tls`,
      message: 'nothing uses it: the system is called over http, without TLS',
    }));

/** Time limits of systems that never apply, because the request ends before. */
const timeoutWarnings = ({ settings: { REQUEST_TIMEOUT_MS: most }, region }: Configuration): Warning[] =>
  region.systems
    .filter(({ timeoutMs }) => timeoutMs > most)
    .map(({ name, timeoutMs }) => ({
      where: `REGION_FILE /systems/${name}/timeoutMs`,
      message: `${timeoutMs} ms are never reached: REQUEST_TIMEOUT_MS ends a request after ${most} ms`,
    }));

/** Things in a valid profile that are probably mistakes. */
type WarnedRegion = Pick<
  Region,
  | 'release'
  | 'systems'
  | 'sources'
  | 'representProtected'
  | 'numbers'
  | 'reserveNumbersRoot'
  | 'retentionMonths'
>;

/** Rules that are all empty. */
const releaseWarnings = ({ release }: WarnedRegion): Warning[] => {
  const isActive = (rule: boolean | readonly string[]) =>
    typeof rule === 'boolean' ? rule : rule.length > 0;
  if (release === 'ehr' || Object.values(release.withhold).some(isActive)) return [];
  const message = 'its rules withhold nothing: name what to withhold, or write "ehr" if the EHR decides';
  return [{ where: 'REGION_FILE /release', message }];
};

/** A personal number with a wrong check digit: a reserve number must look different. */
const mistyped = ['191212121213', '19121212-1213'];

const reserveNumberWarnings = ({ numbers: { reserve } }: WarnedRegion): Warning[] => {
  if (!mistyped.some(number => reserve?.test(number))) return [];
  const message = 'it also matches personal numbers with a wrong check digit: mistyped ones are accepted';
  return [{ where: 'REGION_FILE /reserveNumbers', message }];
};

/** Reserve numbers whose OID the service does not know: it takes them for ids of another register, and does not compare them (D17). */
const reserveRootWarnings = ({ numbers: { reserve }, reserveNumbersRoot: root }: WarnedRegion): Warning[] => {
  if (root === undefined ? reserve === undefined : isOid(root)) return [];
  const fault = root === undefined ? 'it is missing' : 'it is not an OID, such as 1.2.752.97.3.1.3';
  const message = `${fault}: a record of another patient is not recognized by a reserve number with an OID`;
  return [{ where: 'REGION_FILE /reserveNumbersRoot', message }];
};

/** A source of patients that never says whether an identity is protected: nobody can act for somebody else (D27). */
const protectionWarnings = ({ systems, sources, representProtected }: WarnedRegion): Warning[] => {
  const source = systems.find(({ name }) => name === sources.patients);
  const { protectedIdentity } = (source?.profileMembers ?? {}) as { protectedIdentity?: unknown };
  if (source === undefined || representProtected || protectedIdentity !== 'not-said') return [];
  const message = 'nobody can act for anybody: no patient record says that the identity is not protected';
  return [{ where: `REGION_FILE /systems/${source.name}/protectedIdentity`, message }];
};

/** Fewer months than the law asks for: `retain` would drop entries that must be kept. */
const retentionWarnings = ({ retentionMonths: months }: WarnedRegion): Warning[] => {
  if (months >= defaultRetentionMonths) return [];
  const message = `${months} months are less than the ${defaultRetentionMonths} for which HSLF-FS 2016:40 has logs kept`;
  return [{ where: 'REGION_FILE /retentionMonths', message }];
};

/** Warnings about a profile without faults. */
export const regionWarnings = (region: WarnedRegion, now: Date): Warning[] => [
  ...releaseWarnings(region),
  ...reserveNumberWarnings(region),
  ...reserveRootWarnings(region),
  ...protectionWarnings(region),
  ...retentionWarnings(region),
  ...certificateWarnings(region.systems, now),
  ...unusedTlsWarnings(region.systems),
];

type FilesOf = Pick<Region, 'systems' | 'adapters' | 'timeZone'>;

/** What files that systems of a profile name allow, but probably do not mean; also what somebody has accepted of it, with the reason. */
export const fileHints = async ({ systems, adapters, timeZone }: FilesOf): Promise<FileHint[]> => {
  const hints = systems.map(({ adapter, profileMembers, profileFolder }) =>
    adapters[adapter]?.hints?.(profileMembers, profileFolder, { timeZone, now: Date.now() }),
  );
  return (await Promise.all(hints)).flatMap((found): readonly FileHint[] => found ?? []);
};

/** The same, without what has been accepted. */
export const fileWarnings = async (region: FilesOf): Promise<Warning[]> =>
  (await fileHints(region)).filter(({ accepted }) => accepted === undefined);

/** The subscriptions, and what they are compared with. */
type WarnedSubscriptions = {
  readonly subscriptions: readonly WrittenSubscription[];
  readonly settings: Pick<Settings, 'RATE_LIMIT'>;
  readonly region: Pick<Region, 'timeZone'>;
};

/** Limits of a user that never apply, because the subscription reaches its own before. */
const userRateWarnings = ({ subscriptions, settings: { RATE_LIMIT } }: WarnedSubscriptions): Warning[] =>
  subscriptions.flatMap(({ rateLimit = RATE_LIMIT, userRateLimit = 0 }, at) => {
    if (userRateLimit <= rateLimit) return [];
    const message = `${userRateLimit} calls are never reached: the limit of the subscription is ${rateLimit}`;
    return [{ where: `SUBSCRIPTIONS_FILE /${at}/userRateLimit`, message }];
  });

/** Milliseconds before a subscription's end in which a start warns of it: two weeks. */
const expiryNoticeMs = 14 * 86_400_000;

/** Subscriptions that have expired or soon will: their apps are refused from one moment to the next. */
const expiryWarnings = ({ subscriptions, region }: WarnedSubscriptions, now: Date): Warning[] =>
  subscriptions.flatMap(({ name, expires }, at) => {
    if (expires === undefined) return [];
    const left = endOfLocalDay(expires, regionTime(region.timeZone)) - now.getTime();
    if (left > expiryNoticeMs) return [];
    const message = left > 0 ? `"${name}" expires after ${expires}` : `"${name}" expired after ${expires}`;
    return [{ where: `SUBSCRIPTIONS_FILE /${at}/expires`, message }];
  });

/** Warnings about subscriptions without faults, at the start and whenever the file has changed. */
export const subscriptionWarnings = (given: WarnedSubscriptions, now: Date): Warning[] => [
  ...(given.subscriptions.length > 0
    ? []
    : [{ where: 'SUBSCRIPTIONS_FILE', message: 'there is no subscription: every call is refused' }]),
  ...unreadMembers(given.subscriptions).map(path => ({
    where: `SUBSCRIPTIONS_FILE ${path}`,
    message: 'nothing reads this member',
  })),
  ...userRateWarnings(given),
  ...expiryWarnings(given, now),
];

/** One user may hold an eighth of the budget (D31), and one list may have 8 MiB (D32). */
const leastBudget = 8 * 8 * 1024 * 1024;

const budgetWarnings = ({ ANSWER_BUDGET_BYTES: budget }: Settings): Warning[] => {
  if (budget >= leastBudget) return [];
  const message = `one user may use an eighth of these ${budget} bytes, and gets 503 beyond; a list of 8 MiB needs ${leastBudget}`;
  return [{ where: 'ANSWER_BUDGET_BYTES', message }];
};

/** The key on the API page is for trying operations where all patients are invented. */
const docsKeyWarnings = ({ DOCS, DOCS_KEY: key }: Settings, mode: string | undefined): Warning[] => {
  if (key === undefined || DOCS === 'off' || mode !== 'production') return [];
  const message =
    'everybody who opens the API page gets this subscription key: unset it, or set DOCS=off, where patients are real';
  return [{ where: 'DOCS_KEY', message }];
};

/** A proxy may map another path to BASE_PATH, but most hand it on. Then no DPoP proof would fit. */
const publicUrlWarnings = ({ PUBLIC_URL: url, BASE_PATH: base = '' }: Settings): Warning[] => {
  if (url === undefined || url.endsWith(base)) return [];
  const message = `it does not end with BASE_PATH: DPoP proofs must be for ${url}/patients/…`;
  return [{ where: 'PUBLIC_URL', message }];
};

/**
 * Warnings about a configuration without faults.
 * @param mode `NODE_ENV`.
 */
export const configurationWarnings = (
  configuration: Configuration,
  { now, mode }: { readonly now: Date; readonly mode: string | undefined },
): Warning[] => [
  ...regionWarnings(configuration.region, now),
  ...timeoutWarnings(configuration),
  ...budgetWarnings(configuration.settings),
  ...docsKeyWarnings(configuration.settings, mode),
  ...publicUrlWarnings(configuration.settings),
  ...subscriptionWarnings(configuration, now),
];

/** Logs warnings, one line each. */
export const reportWarnings = (
  warnings: readonly Warning[],
  log: { warn(fields: object, message: string): void },
): void => {
  for (const { where, message } of warnings) log.warn({ where }, `${where}: ${message}`);
};

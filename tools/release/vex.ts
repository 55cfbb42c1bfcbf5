// What is known of vulnerabilities in the packages of a release (VEX, CycloneDX). Without advisories it says that nothing was assessed, which
// is not the same as that there are none.
import { Refusal } from '../command.ts';

/** The report of `npm audit --json`, as far as it is read. */
type Audit = {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
};
type Advisory = {
  readonly name: string;
  readonly url: string;
  readonly title: string;
  readonly severity: string;
  readonly range: string;
};

/** npm's word → CycloneDX's. */
const severities: Readonly<Record<string, string>> = {
  info: 'info',
  low: 'low',
  moderate: 'medium',
  high: 'high',
  critical: 'critical',
};

const vulnerabilitiesOf = (audit: Audit) => {
  const advisories = Object.values(audit.vulnerabilities ?? {})
    .flatMap(({ via }) => via)
    .filter(one => typeof one !== 'string');
  const byUrl = new Map(advisories.map(one => [`${one.url} ${one.name}`, one]));
  return [...byUrl]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, { name, url, title, severity, range }]) => ({
      id: url.slice(url.lastIndexOf('/') + 1),
      source: { name: 'npm', url },
      ratings: [{ severity: severities[severity] ?? 'unknown' }],
      description: title,
      // Nobody has judged it yet: whoever does edits this file, and signs it again.
      analysis: { state: 'in_triage' },
      affects: [{ ref: `pkg:npm/${encodeURIComponent(name)}`, versions: [{ range: `vers:npm/${range}` }] }],
    }));
};

/**
 * @param advisories what `npm audit --json` printed; undefined where advisories could not be asked for.
 * Throws a refusal for another text.
 */
export const vexOf = (
  advisories: string | undefined,
  { name, version, time }: { name: string; version: string; time: string },
): string => {
  let audit: Audit | undefined;
  try {
    audit = advisories === undefined ? undefined : (JSON.parse(advisories) as Audit);
  } catch {
    audit = {};
  }
  if (audit !== undefined && (audit.auditReportVersion !== 2 || audit.vulnerabilities === undefined))
    throw new Refusal('--advisories: expected what "npm audit --omit=dev --json" prints.');
  const assessment = audit === undefined ? 'not assessed' : 'assessed against the advisories of npm';
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: time,
      component: { type: 'application', name, version },
      properties: [{ name: 'assessment', value: assessment }],
    },
    // An empty list would read as "none".
    ...(audit === undefined ? {} : { vulnerabilities: vulnerabilitiesOf(audit) }),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
};

// OperationOutcome: the issues that a server reports with or instead of an answer. Their texts may name people and are
// never logged.
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { objectsIn } from '../json/resource.ts';

export type Issue = { readonly severity: string; readonly code: string; readonly node: JsonObject };

/** Severities of issues that do not mean that something failed. An unknown one may. */
const harmless = new Set(['warning', 'information']);

const codes = `
  invalid structure required value invariant security login unknown expired forbidden suppressed processing
  not-supported duplicate multiple-matches not-found deleted too-long code-invalid extension too-costly
  business-rule conflict transient lock-error no-store exception timeout incomplete throttled informational`;

/** R4's severities and types of issues: only these are logged. */
const known = {
  severity: new Set(['fatal', 'error', ...harmless]),
  code: new Set(codes.trim().split(/\s+/)),
};

/** Codes that mean, at any severity, that the answer may be incomplete. */
const incomplete = new Set(
  'incomplete timeout too-costly throttled transient lock-error no-store exception'.split(' '),
);

const word = (value: Json | undefined) => (typeof value === 'string' ? value : '');

export const isOutcome = (value: Json | undefined): boolean =>
  isJsonObject(value) && value.resourceType === 'OperationOutcome';

/** The issues of an OperationOutcome; of anything else, none. */
export const issuesOf = (value: Json | undefined): Issue[] => {
  const issues = isJsonObject(value) && isOutcome(value) ? objectsIn(value.issue) : [];
  return issues.map(node => ({ severity: word(node.severity), code: word(node.code), node }));
};

/** The issues of an OperationOutcome; undefined if they cannot be read, so an error may be among them. */
export const readableIssues = (value: Json): Issue[] | undefined => {
  if (!isJsonObject(value) || !isOutcome(value)) return undefined;
  const { issue } = value;
  const isReadable = Array.isArray(issue) && issue.length > 0 && issue.every(isJsonObject);
  return isReadable ? issuesOf(value) : undefined;
};

/** Whether an issue means that something failed, or may mean it: its severity is not one of R4. */
export const isError = ({ severity }: Pick<Issue, 'severity'>): boolean => !harmless.has(severity);

/** Whether an issue means that the answer may be incomplete. */
export const makesUnusable = ({ severity, code }: Issue): boolean =>
  isError({ severity }) || incomplete.has(code);

/** Codes that say nothing of a record: about parameters, and what the server thinks of the resources that it sends. */
const harmlessCodes = new Set(
  'informational not-supported code-invalid invalid value structure business-rule'.split(' '),
);

/** Remarks that come with every answer, as codes of `details`: Epic's, of which each installation has a system of its own. */
const standingRemarks = { systemStart: 'urn:oid:1.2.840.114350.', codes: new Set<unknown>(['4119', '4101']) };

const isStandingRemark = ({ details }: JsonObject): boolean => {
  const codings = isJsonObject(details) && Array.isArray(details.coding) ? details.coding : [];
  const isListed = (coding: Json) =>
    isJsonObject(coding) &&
    word(coding.system).startsWith(standingRemarks.systemStart) &&
    standingRemarks.codes.has(coding.code);
  return codings.length > 0 && codings.every(isListed);
};

/**
 * Whether an issue stands for a record that the server does not show: each does that is not on this closed list, so that "you may not see
 * this" never reads as "none" (D29).
 * @param hasMatches whether there are records beside it.
 */
export const hidesRecord = ({ severity, code, node }: Issue, hasMatches: boolean): boolean => {
  if (code === 'processing') return severity !== 'information' && !isStandingRemark(node);
  return !harmlessCodes.has(code) && !(code === 'duplicate' && hasMatches);
};

/** Codes that say that there is something, but not for this service. */
const refusals = new Set(['forbidden', 'security', 'login', 'expired', 'unknown', 'suppressed', 'conflict']);

/** Whether an issue says that this service may not see what it asked for. */
export const isRefusal = ({ code }: Issue): boolean => refusals.has(code);

/** Whether R4 defines a word for the severity or the code of an issue. */
export const isKnown = (value: string, member: keyof typeof known): boolean => known[member].has(value);

/** Severity and code of an issue; `unknown` for values that R4 does not define. */
export const loggable = ({ severity, code }: Issue) => ({
  severity: isKnown(severity, 'severity') ? severity : 'unknown',
  code: isKnown(code, 'code') ? code : 'unknown',
});

/** The failure for an answer that the server itself reports as incomplete. */
export const incompleteAnswer = (issues: readonly Issue[]) => {
  const first = issues.slice(0, 5).map(loggable);
  const written = first.map(({ severity, code }) => `${severity} ${code}`).join(', ');
  return unusableAnswer('ehr-fault', `the EHR reports that its answer is incomplete: ${written}`);
};

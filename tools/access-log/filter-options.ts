// Which entries a command reads: the options that name a person, a unit, a client or an address, each within a period.
import type { EntryFilter } from '../../src/adapters/access-log/database/read.ts';
import { UsageError } from '../command.ts';
import { readPatient } from '../patient-option.ts';
import type { Period } from './period.ts';

export const askedOptions = {
  patient: { type: 'string' },
  reserve: { type: 'boolean' },
  caller: { type: 'string' },
  user: { type: 'string' },
  unit: { type: 'string' },
  client: { type: 'string' },
  subscription: { type: 'string' },
  address: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
} as const;

/** The values of `askedOptions` on the command line. */
export type Asked = {
  readonly [O in keyof typeof askedOptions]?:
    | ((typeof askedOptions)[O]['type'] extends 'string' ? string : boolean)
    | undefined;
};

/** The members of a filter that an option names, and the option. */
const optionOf = {
  subject: 'patient',
  caller: 'caller',
  user: 'user',
  unit: 'unit',
  client: 'client',
  subscription: 'subscription',
  address: 'address',
} as const satisfies Readonly<Record<Exclude<keyof EntryFilter, keyof Period>, keyof Asked>>;

type AskedMember = keyof typeof optionOf;

/** Entries are found by an index: all of them may be asked for, however old. */
const indexed: ReadonlySet<AskedMember> = new Set<AskedMember>(['subject', 'caller']);

/** The patient whom `--patient` names: with `--reserve`, any number. */
export const patientOf = (given: string, { reserve = false }: Pick<Asked, 'reserve'>): Promise<string> =>
  readPatient(given, {
    rules: reserve ? { reserve: /^\S+$/ } : {},
    alsoValid: 'any number with --reserve',
  });

/** An address in the form that the log has. What makes that form is loaded only where it is needed. */
const addressOf = async (given: string): Promise<string> => {
  const { clientAddress } = await import('../../src/http/request/client-address.ts');
  const address = clientAddress(given);
  if (address === undefined) throw new UsageError('--address: an IP address, without a port.');
  return address;
};

/** The members that the filter compares. */
export const askedMembers = (filter: EntryFilter): AskedMember[] =>
  (Object.keys(optionOf) as AskedMember[]).filter(member => filter[member] !== undefined);

/** The first thing that was asked for, in words: `the patient`; `the period` if it is nothing but a period. */
export const askedInWords = (filter: EntryFilter): string => {
  const [first] = askedMembers(filter);
  return first === undefined ? 'the period' : `the ${optionOf[first]}`;
};

/**
 * @param needsPeriod whether all entries of the period are read in any case.
 * Throws `UsageError` for what is missing or invalid.
 */
export const filterOf = async (
  asked: Asked,
  { period, isSampled }: { period: Period; isSampled: boolean },
): Promise<EntryFilter> => {
  const { patient, reserve, caller, user, unit, client, subscription, address } = asked;
  const given = { subject: patient, caller, user, unit, client, subscription, address };
  const members = askedMembers(given);
  if (members.length === 0 && !isSampled) {
    const options = Object.values(optionOf).map(option => `--${option}`);
    throw new UsageError(`Whose entries? Give one or more of ${options.join(', ')}, or --sample.`);
  }
  if (period.from === undefined && !members.some(member => indexed.has(member))) {
    const [first] = members;
    throw new UsageError(
      `--${first === undefined ? 'sample' : optionOf[first]} reads all entries of a period: give --from, too.`,
    );
  }
  return {
    ...given,
    subject: patient === undefined ? undefined : await patientOf(patient, { reserve }),
    address: address === undefined ? undefined : await addressOf(address),
    ...period,
  };
};

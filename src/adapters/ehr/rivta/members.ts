// Members of a system in the region profile that are this adapter's own.
import Type, { type Static } from 'typebox';

/** An HSA-id as far as it matters to a header: visible ASCII. */
const hsaId = (description: string) => Type.String({ pattern: '^[!-~]{1,64}$', description });

/** Contracts, by the names that `endpoints` knows them by. */
export const contractNames = [
  'GetCareContacts',
  'GetAlertInformation',
  'GetMedicationHistory',
  'GetCareDocumentation',
  'GetSubjectOfCareSchedule',
  'LookupResidentForFullProfile',
] as const;
export type ContractName = (typeof contractNames)[number];

/**
 * The one kind whose interval may be passed on (D8). The other contracts filter by times of their own: prescriptions from
 * decision to end, contacts by author time, start and end. Records that the service keeps would be lost.
 */
export const filteredKind = 'journalNotes';

/** A path, or a URL that keeps patient data out of the clear. */
const endpoint = Type.String({
  pattern:
    '^(?:https://[^\\s?#@/]+(?:/[^\\s?#@]*)?|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\])(?::\\d+)?(?:/[^\\s?#@]*)?|[\\w.~/-]+)$',
  description: 'a path below baseUrl, or an https URL (http only on a loopback address), without query',
});

export const Members = Type.Object({
  logicalAddress: hsaId('the HSA-id that requests are addressed to'),
  originalConsumerHsaId: hsaId('the HSA-id of this service, as the original consumer'),
  endpoints: Type.Optional(
    Type.Object(
      Object.fromEntries(contractNames.map(name => [name, Type.Optional(endpoint)])) as Record<
        ContractName,
        Type.TOptional<typeof endpoint>
      >,
      {
        additionalProperties: false,
        description: `contract → a path below baseUrl, or a URL, for any of ${contractNames.join(', ')}`,
      },
    ),
  ),
  partialAnswers: Type.Optional(
    Type.Boolean({
      description:
        'true: answer without source systems that could not be asked; else such an answer fails (503)',
    }),
  ),
  facilities: Type.Optional(
    Type.Array(hsaId('an HSA-id'), {
      minItems: 1,
      uniqueItems: true,
      description: 'the HSA-ids of the facilities that are asked for bookings, at least one',
    }),
  ),
});
export type Members = Static<typeof Members>;

/**
 * Where a contract is asked: its endpoint below `baseUrl` (with or without a slash in front), or the URL that it is;
 * without one, `baseUrl` itself.
 */
export const endpointOf = (name: ContractName, baseUrl: string, { endpoints }: Members): string => {
  const written = endpoints?.[name];
  if (written === undefined) return baseUrl;
  return /^https?:/.test(written) ? written : `${baseUrl}/${written.replace(/^\/+/, '')}`;
};

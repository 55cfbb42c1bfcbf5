// The profile members of a RIV-TA system.
import { type Static, type TOptional, Type } from 'typebox';

/** An HSA-id. It must be visible ASCII, because it is sent in headers. */
const hsaId = (description: string) => Type.String({ pattern: '^[!-~]{1,64}$', description });

/** Contracts, by their names in `endpoints`. */
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
 * The only kind whose interval may be passed on (D8). The other contracts filter by different times (prescriptions from
 * decision to end, contacts by author time, start and end), and would drop records that belong to the interval.
 */
export const filteredKind = 'journalNotes';

/** A path, or a URL that does not send patient data unencrypted. */
const endpoint = Type.String({
  pattern:
    '^(?:https://[^\\s?#@/]+(?:/[^\\s?#@]*)?|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\])(?::\\d+)?(?:/[^\\s?#@]*)?|[\\w.~/-]+)$',
  description: 'a path below baseUrl, or an https URL (http only on a loopback address), without query',
});

export const RivtaMembers = Type.Object({
  logicalAddress: hsaId('the HSA-id that requests are addressed to'),
  originalConsumerHsaId: hsaId('the HSA-id of this service, as the original consumer'),
  endpoints: Type.Optional(
    Type.Object(
      Object.fromEntries(contractNames.map(name => [name, Type.Optional(endpoint)])) as Record<
        ContractName,
        TOptional<typeof endpoint>
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
  prescriptionNotes: Type.Optional(
    Type.Enum(['patient', 'staff'], {
      description:
        '"patient" or "staff": for whom the notes on prescriptions are written; "staff" by default',
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
export type RivtaMembers = Static<typeof RivtaMembers>;

/**
 * The URL of a contract: its endpoint, which is a URL or a path below `baseUrl` (with or without a leading slash); without
 * an endpoint, `baseUrl` itself.
 */
export const endpointOf = (name: ContractName, baseUrl: string, { endpoints }: RivtaMembers): string => {
  const written = endpoints?.[name];
  if (written === undefined) return baseUrl;
  return /^https?:/.test(written) ? written : `${baseUrl}/${written.replace(/^\/+/, '')}`;
};

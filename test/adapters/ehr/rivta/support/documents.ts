// Builds answers of the national contracts that are valid according to the published schemas.
import type { ContractName } from '../../../../../src/adapters/ehr/rivta/members.ts';

const logistics = 'urn:riv:clinicalprocess:logistics:logistics';
const description = 'urn:riv:clinicalprocess:healthcond:description';
const actoutcome = 'urn:riv:clinicalprocess:activityprescription:actoutcome';
const scheduling = 'urn:riv:crm:scheduling';
const residentmaster = 'urn:riv:population:residentmaster';

/** Namespaces of an answer, of the types in it, and of its version's additions. */
const namespaces: Readonly<Record<ContractName, readonly [answer: string, core: string, added: string]>> = {
  GetCareContacts: [`${logistics}:GetCareContactsResponder:3`, `${logistics}:3`, ''],
  GetAlertInformation: [`${description}:GetAlertInformationResponder:2`, `${description}:2`, ''],
  GetMedicationHistory: [
    `${actoutcome}:GetMedicationHistoryResponder:2`,
    `${actoutcome}:2`,
    `${actoutcome}:2.1`,
  ],
  GetCareDocumentation: [
    `${description}:GetCareDocumentationResponder:2`,
    `${description}:2`,
    `${description}:2.1`,
  ],
  GetSubjectOfCareSchedule: [
    `${scheduling}:GetSubjectOfCareScheduleResponder:1`,
    `${scheduling}:1`,
    `${scheduling}:1.1`,
  ],
  LookupResidentForFullProfile: [
    `${residentmaster}:LookupResidentForFullProfileResponder:1`,
    `${residentmaster}:1`,
    `${residentmaster}:1.1`,
  ],
};

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Elements with text, by name. Undefined ones are left out. */
export const elements = (members: Readonly<Record<string, string | undefined>>, prefix = 'c'): string =>
  Object.entries(members)
    .map(([name, text]) =>
      text === undefined ? '' : `<${prefix}:${name}>${escaped(text)}</${prefix}:${name}>`,
    )
    .join('');

export const group = (name: string, content: string, prefix = 'c') =>
  `<${prefix}:${name}>${content}</${prefix}:${name}>`;

/** An element of a JSON value: members are its elements, and a list is one element an item. */
export const elementOf = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map(item => elementOf(name, item)).join('');
  if (typeof value !== 'object' || value === null) return group(name, escaped(String(value)));
  const inner = Object.entries(value).map(([innerName, item]) => elementOf(innerName, item));
  return group(name, inner.join(''));
};

export const result = (code = 'OK', message?: string, prefix = 'c') =>
  elements({ resultCode: code, logId: '1', message }, prefix);

const resultElements: Readonly<Record<string, (content?: string) => string>> = {
  GetCareContacts: (content = result()) => group('result', content, 'r'),
  GetAlertInformation: (content = result()) => group('result', content, 'r'),
  GetMedicationHistory: (content = result()) => group('result', content, 'r'),
  GetCareDocumentation: (content = result('OK', undefined, 'm')) => group('result', content, 'm'),
};

/** An answer, with a result if the contract has one. */
export const answerOf = (
  contract: ContractName,
  documents: readonly string[],
  outcome = resultElements[contract]?.() ?? '',
): string => {
  const [answer, core, added] = namespaces[contract];
  const more = added === '' ? '' : ` xmlns:m="${added}"`;
  return `<r:${contract}Response xmlns:r="${answer}" xmlns:c="${core}"${more}>${documents.join('')}${outcome}</r:${contract}Response>`;
};

/** An answer with a result other than OK. */
export const outcomeOf = (contract: ContractName, code: string, message?: string): string => {
  const prefix = contract === 'GetCareDocumentation' ? 'm' : 'c';
  return resultElements[contract]?.(result(code, message, prefix)) ?? '';
};

export type HeaderParts = {
  readonly id: string;
  readonly patient: string;
  readonly author?: string;
  readonly approved?: string;
  readonly hsa?: string;
};

const header = (name: string, parts: HeaderParts): string => {
  const { id, patient, author = '20260115101500', approved = 'true', hsa = 'HSAId' } = parts;
  return group(
    name,
    elements({ documentId: id, [`sourceSystem${hsa}`]: 'SE2321000016-SYS1' }) +
      group('patientId', elements({ id: patient, type: '1.2.752.129.2.1.3.1' })) +
      group('accountableHealthcareProfessional', elements({ authorTime: author })) +
      elements({ approvedForPatient: approved }),
  );
};

export const contact = (parts: HeaderParts, period = elements({ start: '20260115093000' })) =>
  group(
    'careContact',
    header('careContactHeader', parts) + group('careContactBody', group('careContactTimePeriod', period)),
    'r',
  );

export const alert = (parts: HeaderParts, comment: string) =>
  group(
    'alertInformation',
    header('alertInformationHeader', parts) +
      group(
        'alertInformationBody',
        group('typeOfAlertInformation', elements({ displayName: 'Varning' })) +
          group('validityTimePeriod', '') +
          group('restrictionOfCare', elements({ restrictionOfCareComment: comment })),
      ),
    'r',
  );

export const medication = (parts: HeaderParts, instruction: string) =>
  group(
    'medicationMedicalRecord',
    header('medicationMedicalRecordHeader', parts) +
      group(
        'medicationMedicalRecordBody',
        group(
          'medicationPrescription',
          group('prescriptionId', elements({ root: '1.2.3', extension: parts.id })) +
            elements({
              typeOfPrescription: 'I',
              prescriptionStatus: 'Active',
              selfMedication: 'false',
            }) +
            group('drug', group('dosage', elements({ dosageInstruction: instruction }))),
        ),
      ),
    'r',
  );

/**
 * The losses of every document that is built here: each prescription must say whether the patient takes the drug without
 * help, which no record has a member for.
 */
export const unmappedIn = (kind: string) =>
  kind === 'prescriptions'
    ? [
        {
          path: 'medicationMedicalRecord/medicationMedicalRecordBody/medicationPrescription/selfMedication',
          reason: 'unmapped',
          hides: [],
        },
      ]
    : [];

export const note = (parts: HeaderParts, text: string, title = 'Besök') =>
  group(
    'careDocumentation',
    header('careDocumentationHeader', { hsa: 'HSAid', ...parts }) +
      group(
        'careDocumentationBody',
        group(
          'clinicalDocumentNote',
          elements({ clinicalDocumentNoteTitle: title, clinicalDocumentNoteText: text }),
        ),
      ),
    'r',
  );

export const timeslot = (members: Readonly<Record<string, string | undefined>>) =>
  group(
    'timeslotDetail',
    elements({ startTimeInclusive: '20260715093000', healthcare_facility: 'SE2321000016-1A2B', ...members }),
    'r',
  );

export type ResidentParts = { readonly number: string; readonly secrecy?: string; readonly post?: string };

/** `post`: the content of the register's entry after the number. */
export const resident = ({ number, secrecy = 'N', post = '' }: ResidentParts) =>
  group(
    'resident',
    elements({ Sekretessmarkering: secrecy }) +
      group('Personpost', `${elements({ PersonId: number })}${post}<m:Relationer/>`),
    'r',
  );

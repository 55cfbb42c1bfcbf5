// The header of documents in the four clinical contracts, which spell and order it in three ways.
import { registerOf } from '../soap/rules.ts';
import { elementsOf, type Node, unlessEmpty } from '../soap/xml.ts';

type CodedOf = {
  readonly code?: string | undefined;
  readonly system?: string | undefined;
  readonly systemName?: string | undefined;
  readonly systemVersion?: string | undefined;
  readonly display?: string | undefined;
};

/** A professional who wrote or signed, and their unit. */
export type Author = {
  /** 14 digits. */
  readonly time: string;
  readonly hsaId?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: CodedOf | undefined;
  readonly unit?:
    | {
        readonly id: string;
        readonly name: string;
        readonly phone?: string | undefined;
        readonly email?: string | undefined;
        readonly address?: string | undefined;
        readonly location?: string | undefined;
      }
    | undefined;
  readonly careUnit?: string | undefined;
  readonly careGiver?: string | undefined;
};

export type Header = {
  readonly documentId: string;
  readonly system: string;
  readonly title?: string | undefined;
  readonly time?: string | undefined;
  readonly author: Author;
  readonly signed?: string | undefined;
  readonly careContact?: string | undefined;
};

/** Whether the patient may see a document, and why it is withdrawn. */
export type Standing = { readonly approved: boolean; readonly nullified?: string };

/** How the contracts differ. */
export type HeaderForm = {
  readonly ns: string;
  readonly system: 'sourceSystemHSAId' | 'sourceSystemHSAid';
  /** Whether the contact comes before or after the withdrawal. */
  readonly contact: 'before' | 'after';
};

/** A region's own elements: they may occur at the end of a type, and differ from the contract's only by their namespace. */
export const extension = elementsOf('urn:example:region:extension:1');

/** A coded value. All parts are optional. */
export const coded =
  (ns: string) =>
  (name: string, of: CodedOf | undefined): Node | undefined => {
    const element = elementsOf(ns);
    return element(
      name,
      of && [
        element('code', of.code),
        element('codeSystem', of.system),
        element('codeSystemName', of.systemName),
        element('codeSystemVersion', of.systemVersion),
        element('displayName', of.display),
      ],
    );
  };

/** A professional who wrote, prescribed or administered. */
export const professional =
  (ns: string) =>
  (name: string, { time, hsaId, role, unit, careUnit, careGiver, name: called }: Author): Node => {
    const element = elementsOf(ns);
    return element(name, [
      element('authorTime', time),
      element('healthcareProfessionalHSAId', hsaId),
      element('healthcareProfessionalName', called),
      coded(ns)('healthcareProfessionalRoleCode', role),
      element(
        'healthcareProfessionalOrgUnit',
        unit && [
          element('orgUnitHSAId', unit.id),
          element('orgUnitName', unit.name),
          element('orgUnitTelecom', unit.phone),
          element('orgUnitEmail', unit.email),
          element('orgUnitAddress', unit.address),
          element('orgUnitLocation', unit.location),
          extension('orgUnitName', 'Okänd'),
        ],
      ),
      element('healthcareProfessionalCareUnitHSAId', careUnit),
      element('healthcareProfessionalCareGiverHSAId', careGiver),
    ]);
  };

export type HeaderOf = { readonly header: Header; readonly patient: string; readonly standing: Standing };

/** Writes a header element with the given name. */
export const writeHeader = (
  name: string,
  { ns, system, contact }: HeaderForm,
  { header, patient, standing }: HeaderOf,
): Node => {
  const element = elementsOf(ns);
  const careContact = element('careContactId', header.careContact);
  return element(name, [
    element('documentId', header.documentId),
    element(system, header.system),
    element('documentTitle', header.title),
    element('documentTime', header.time),
    element('patientId', [
      element('id', patient),
      element('type', registerOf(patient)),
      extension('id', '000000000000'),
    ]),
    professional(ns)('accountableHealthcareProfessional', header.author),
    element('legalAuthenticator', unlessEmpty([element('signatureTime', header.signed)])),
    element('approvedForPatient', standing.approved),
    contact === 'before' ? careContact : undefined,
    element('nullified', standing.nullified === undefined ? undefined : true),
    element('nullifiedReason', standing.nullified),
    contact === 'after' ? careContact : undefined,
  ]);
};

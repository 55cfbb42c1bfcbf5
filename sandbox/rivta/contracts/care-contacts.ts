// GetCareContacts 3.0: contacts.
import type { PatientData } from '../../extracts/world.ts';
import { required } from '../soap/rules.ts';
import { elementsOf } from '../soap/xml.ts';
import { type Document, documentContract } from './document-contract.ts';
import { authorOf, systemOf, unitId } from './extract-parts.ts';
import { coded, extension } from './header.ts';

const domain = 'urn:riv:clinicalprocess:logistics:logistics:3';
const element = elementsOf(domain);
const codes = { visit: '1.2.752.129.2.2.2.25', status: '1.2.752.129.2.2.2.24' };

/** The national codes for types of contact, by their words. A type in the EHR's own words has no code. */
const visits: ReadonlyMap<string, string> = new Map([['Telefon', '2']]);

const documentOf = (extract: PatientData['contacts'][number]): Document => {
  const { Contact: contact = {}, Units: units, ContactPerformingUnit: performing } = extract;
  const {
    ContactTypeOfVisit: type,
    ContactBeginDateTime: begin,
    ContactEndDateTime: end,
    ContactStatus: status,
  } = contact;
  const from = begin?.value;
  const code = type === undefined ? undefined : visits.get(type);
  const place = unitId(extract.ContactResponsibleUnit) ?? unitId(performing);
  return {
    header: {
      documentId: contact.ContacInternaltID ?? '',
      system: systemOf(extract),
      author: authorOf({
        time: contact.ContactVersionDateTime?.value ?? extract.time_created?.value,
        by: extract.CareProviders?.CareProvider?.[0],
        unit: units?.Unit?.[0],
        careUnit: extract.ContactAccessZoneUnit ?? performing,
        careGiver: extract.ContactHeadCareproviderUnit,
      }),
      careContact: contact.ContacInternaltID,
    },
    body: [
      coded(domain)(
        'careContactCode',
        type === undefined ? undefined : { code, system: codes.visit, display: type },
      ),
      element('careContactReason', contact.ContactCategory1),
      element('careContactOrgUnit', place === undefined ? undefined : [element('orgUnitHSAId', place)]),
      element(
        'careContactTimePeriod',
        from === undefined ? undefined : [element('start', from), element('end', end?.value)],
      ),
      coded(domain)(
        'careContactStatus',
        status === undefined
          ? undefined
          : { code: contact.ContactStatusConfigurationId, system: codes.status, display: status },
      ),
      extension('careContactReason', 'Endast för internt bruk'),
    ],
    from: from ?? '19000101000000',
    to: end?.value,
  };
};

export const careContacts = documentContract({
  name: 'GetCareContacts',
  responder: 'urn:riv:clinicalprocess:logistics:logistics:GetCareContactsResponder:3',
  domain,
  result: domain,
  document: 'careContact',
  system: 'sourceSystemHSAId',
  contact: 'after',
  careUnit: 'careUnitHSAId',
  careGivers: true,
  period: { name: 'datePeriod', ends: required },
  documents: ({ contacts }) => contacts.map(documentOf),
  whenEmpty: 'INFO',
  open: true,
});

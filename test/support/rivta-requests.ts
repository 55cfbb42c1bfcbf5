// Hand-written requests of the RIV-TA contracts, for tests that break one thing at a time.

import { patientsInRivta } from '../../sandbox/rivta/patients/additions.ts';
import { rivtaSimulator } from '../../sandbox/rivta/simulator.ts';

export type RivtaRequest = {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const hsaIds = { address: 'SE2321000016-RIVTA', consumer: 'SE5565594230-APP' } as const;

export { hsaIds };

type Written = { readonly action: string; readonly message: string; readonly header?: string };

const requestOf = ({ action, message, header = '' }: Written): RivtaRequest => ({
  headers: {
    'content-type': 'text/xml; charset=utf-8',
    soapaction: `"${action}"`,
    'x-rivta-original-serviceconsumer-hsaid': hsaIds.consumer,
    'x-skltp-correlation-id': '7f5e3b1c-7c3f-4f0e-9d53-0a6c2d4f1e11',
  },
  body: `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:itr="urn:riv:itintegration:registry:1">
  <soapenv:Header><itr:LogicalAddress>${hsaIds.address}</itr:LogicalAddress>${header}</soapenv:Header>
  <soapenv:Body>${message}</soapenv:Body>
</soapenv:Envelope>`,
});

const person = (number: string, type = '1.2.752.129.2.1.3.1') =>
  `<r:patientId><d:id>${number}</d:id><d:type>${type}</d:type></r:patientId>`;

/** The OID of coordination numbers. */
export const coordination = '1.2.752.129.2.1.3.3';

export type Asked = {
  readonly patient: string;
  readonly type?: string;
  /** The elements before and after the patient. */
  readonly before?: string;
  readonly behind?: string;
};

const clinical = (name: string, responder: string, domain: string) => (asked: Asked) =>
  requestOf({
    action: `${responder}:${name}`,
    message:
      `<r:${name} xmlns:r="${responder}" xmlns:d="${domain}">` +
      `${asked.before ?? ''}${person(asked.patient, asked.type)}${asked.behind ?? ''}</r:${name}>`,
  });

export const requests = {
  GetCareContacts: clinical(
    'GetCareContacts',
    'urn:riv:clinicalprocess:logistics:logistics:GetCareContactsResponder:3',
    'urn:riv:clinicalprocess:logistics:logistics:3',
  ),
  GetAlertInformation: clinical(
    'GetAlertInformation',
    'urn:riv:clinicalprocess:healthcond:description:GetAlertInformationResponder:2',
    'urn:riv:clinicalprocess:healthcond:description:2',
  ),
  GetMedicationHistory: clinical(
    'GetMedicationHistory',
    'urn:riv:clinicalprocess:activityprescription:actoutcome:GetMedicationHistoryResponder:2',
    'urn:riv:clinicalprocess:activityprescription:actoutcome:2',
  ),
  GetCareDocumentation: clinical(
    'GetCareDocumentation',
    'urn:riv:clinicalprocess:healthcond:description:GetCareDocumentationResponder:2',
    'urn:riv:clinicalprocess:healthcond:description:2',
  ),
  GetSubjectOfCareSchedule: ({ patient, before }: Asked) =>
    requestOf({
      action: 'urn:riv:crm:scheduling:GetSubjectOfCareScheduleResponder:1:GetSubjectOfCareSchedule',
      header:
        '<ih:Actor xmlns:ih="urn:riv:interoperability:headers:1">' +
        `<ih:actorId>${patient}</ih:actorId><ih:actorType>subject_of_care</ih:actorType></ih:Actor>`,
      message:
        '<r:GetSubjectOfCareSchedule xmlns:r="urn:riv:crm:scheduling:GetSubjectOfCareScheduleResponder:1">' +
        `<r:healthcare_facility>${before ?? 'SE2321000016-1A2B'}</r:healthcare_facility>` +
        `<r:subject_of_care>${patient}</r:subject_of_care></r:GetSubjectOfCareSchedule>`,
    }),
  LookupResidentForFullProfile: ({ patient, behind }: Asked) =>
    requestOf({
      action:
        'urn:riv:population:residentmaster:LookupResidentForFullProfileResponder:1:LookupResidentForFullProfile',
      message:
        '<r:LookupResidentForFullProfile xmlns:r="urn:riv:population:residentmaster:LookupResidentForFullProfileResponder:1">' +
        `<r:personId>${patient}</r:personId>` +
        `<r:lookUpSpecification>${behind ?? ''}</r:lookUpSpecification></r:LookupResidentForFullProfile>`,
    }),
} as const;

export type RivtaContract = keyof typeof requests;
export const rivtaContracts = Object.keys(requests) as RivtaContract[];

/** The simulator with all patients, which varies its XML. */
export const startRivta = () =>
  rivtaSimulator({
    world: patientsInRivta(),
    port: 0,
    varied: true,
    logicalAddress: hsaIds.address,
    originalConsumer: hsaIds.consumer,
  });

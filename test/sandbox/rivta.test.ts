// The simulator of the second region's systems: what it refuses, and what it returns.
import { describe, expect, test } from 'vitest';
import { people } from '../../sandbox/patients/patients.ts';
import { reserve } from '../../sandbox/rivta/patients/more-patients.ts';
import { type Element, readXml } from '../../sandbox/rivta/soap/read-xml.ts';
import { reserveRegister } from '../../sandbox/rivta/soap/rules.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { listed } from '../support/listed.ts';
import {
  coordination,
  hsaIds,
  type RivtaContract,
  type RivtaRequest,
  requests,
  startRivta,
} from '../support/rivta-requests.ts';

const rivta = await forThisFile(startRivta());

const send = async (contract: string, { method = 'POST', headers, body }: RivtaRequest) => {
  const response = await fetch(rivta.endpoints[contract] ?? `${rivta.url}${contract}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body }),
  });
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  return { status: response.status, xml: await response.text() };
};

/** All descendants with that name, except those in the region's own namespace. */
const every = (element: Element, name: string): readonly Element[] =>
  element.children
    .filter(({ ns }) => ns !== 'urn:example:region:extension:1')
    .flatMap(child => [...(child.name === name ? [child] : []), ...every(child, name)]);

const texts = (element: Element, name: string) => every(element, name).map(({ text }) => text);

const ask = async (contract: RivtaContract, request: RivtaRequest) => {
  const { status, xml } = await send(contract, request);
  expect(xml).not.toContain('Fault');
  expect(status).toBe(200);
  const root = readXml(xml);
  const [answer] = every(root, `${contract}Response`);
  if (answer === undefined) throw new Error('no answer');
  return answer;
};

/** The answer to a right request of a contract. */
const askFor = (contract: RivtaContract, of: Parameters<(typeof requests)[RivtaContract]>[0]) =>
  ask(contract, requests[contract](of));

const faultOf = async (contract: string, request: RivtaRequest) => {
  const { status, xml } = await send(contract, request);
  expect(status).toBe(500);
  return texts(readXml(xml), 'faultstring')[0];
};

const tolvan: string = people.tolvan.number;
const stranger = '196204052382';
const contacts = requests.GetCareContacts({ patient: tolvan });
const schedule = requests.GetSubjectOfCareSchedule({ patient: tolvan });
const resident = requests.LookupResidentForFullProfile({ patient: tolvan });

/** The request with one replacement in its body. */
const wrong = (request: RivtaRequest, what: string, by: string): RivtaRequest => {
  expect(request.body).toContain(what);
  return { ...request, body: request.body.replaceAll(what, by) };
};
const withHeader = (name: string, value: string): RivtaRequest => ({
  ...contacts,
  headers: { ...contacts.headers, [name]: value },
});
const withoutHeader = (name: string): RivtaRequest => ({
  ...contacts,
  headers: Object.fromEntries(Object.entries(contacts.headers).filter(([key]) => key !== name)),
});
const period = (of: string) => requests.GetCareContacts({ patient: tolvan, behind: of });
const days = (start: string, end: string) =>
  `<r:datePeriod><d:start>${start}</d:start><d:end>${end}</d:end></r:datePeriod>`;

const address = `<itr:LogicalAddress>${hsaIds.address}</itr:LogicalAddress>`;
const actorType = '<ih:actorType>subject_of_care</ih:actorType>';

/** What each contract refuses: the reason, and the requests. */
const refused: Partial<Record<RivtaContract, Readonly<Record<string, readonly RivtaRequest[]>>>> = {
  GetCareContacts: {
    'the method is not POST': [{ ...contacts, method: 'GET' }],
    'Content-Type is not text/xml; charset=utf-8': [
      withHeader('content-type', 'application/soap+xml; charset=utf-8'),
    ],
    'SOAPAction is not the one of GetCareContacts': [
      withHeader('soapaction', '"urn:riv:clinicalprocess:logistics:logistics:GetCareContacts:3:rivtabp21"'),
      withoutHeader('soapaction'),
    ],
    'x-rivta-original-serviceconsumer-hsaid is not that of a known consumer': [
      withoutHeader('x-rivta-original-serviceconsumer-hsaid'),
      withHeader('x-rivta-original-serviceconsumer-hsaid', 'SE1'),
    ],
    'x-skltp-correlation-id is missing': [withoutHeader('x-skltp-correlation-id')],
    'the request is not well-formed': [wrong(contacts, '</soapenv:Body>', ''), { ...contacts, body: '' }],
    'a SOAP message must not have a document type': [wrong(contacts, '?>', '?><!DOCTYPE soapenv:Envelope>')],
    'a SOAP message must not have processing instructions': [
      wrong(contacts, '<soapenv:Body>', '<?go now?><soapenv:Body>'),
    ],
    'the request is not an Envelope': [wrong(contacts, 'soapenv:Envelope', 'soapenv:Letter')],
    'the Envelope is not one of SOAP 1.1': [
      wrong(contacts, 'http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'),
    ],
    'the Envelope must have one Header and one Body, in this order': [
      wrong(contacts, `<soapenv:Header>${address}</soapenv:Header>`, ''),
    ],
    'the Header must have exactly one LogicalAddress': [
      wrong(contacts, address, ''),
      wrong(contacts, address, address + address),
      wrong(contacts, 'urn:riv:itintegration:registry:1', 'urn:riv:itintegration:registry:2'),
    ],
    'LogicalAddress is unknown': [wrong(contacts, hsaIds.address, 'SE1')],
    'the Body must have exactly one element': [wrong(contacts, '</soapenv:Body>', '<more/></soapenv:Body>')],
    'the Body does not contain GetCareContacts': [
      wrong(contacts, 'Responder:3"', 'Responder:2"'),
      wrong(contacts, 'r:GetCareContacts', 'r:GetAll'),
    ],
    'GetCareContacts lacks patientId, or has it in the wrong place': [
      wrong(contacts, 'r:patientId', 'r:patient'),
      wrong(contacts, 'r:patientId', 'd:patientId'),
      requests.GetCareContacts({ patient: tolvan, before: days('20260101', '20261231') }),
    ],
    'patientId lacks id, or has it in the wrong place': [
      wrong(
        contacts,
        `<d:id>${tolvan}</d:id><d:type>1.2.752.129.2.1.3.1</d:type>`,
        `<d:type>1.2.752.129.2.1.3.1</d:type><d:id>${tolvan}</d:id>`,
      ),
    ],
    'patientId lacks type, or has it in the wrong place': [
      wrong(contacts, '<d:type>1.2.752.129.2.1.3.1</d:type>', ''),
    ],
    'id is not a patient number': [wrong(contacts, tolvan, '19121212-1212')],
    'a reserve number needs sourceSystemHSAId with the logical address': [
      requests.GetCareContacts({ patient: reserve.number, type: reserveRegister }),
    ],
    'the type of patientId does not match the number': [
      requests.GetCareContacts({ patient: tolvan, type: coordination }),
    ],
    'start is not a day (YYYYMMDD)': [period(days('2026-01-01', '20261231'))],
    'end is not a day (YYYYMMDD)': [period(days('20260101', '20261231235959'))],
    'datePeriod lacks end, or has it in the wrong place': [
      period('<r:datePeriod><d:start>20260101</d:start></r:datePeriod>'),
    ],
    'datePeriod lacks start, or has it in the wrong place': [
      period('<r:datePeriod><d:end>20260101</d:end><d:start>20260101</d:start></r:datePeriod>'),
    ],
    'GetCareContacts has timePeriod, which is not expected there': [
      period(days('20260101', '20261231').replaceAll('datePeriod', 'timePeriod')),
    ],
    'GetCareContacts has careUnitHSAId, which is not expected there': [
      period('<r:careUnitHSAId>SE2321000016-1A2B</r:careUnitHSAId>'),
    ],
  },
  GetCareDocumentation: {
    'a reserve number needs sourceSystemHSAid with the logical address': [
      requests.GetCareDocumentation({
        patient: reserve.number,
        type: reserveRegister,
        behind: '<r:sourceSystemHSAid>SE1</r:sourceSystemHSAid>',
      }),
    ],
    'GetCareDocumentation lacks patientId, or has it in the wrong place': [
      requests.GetCareDocumentation({
        patient: tolvan,
        before: '<r:careUnitHSAId>SE2321000016-1A2D</r:careUnitHSAId>',
      }),
    ],
  },
  GetAlertInformation: {
    'GetAlertInformation has datePeriod, which is not expected there': [
      requests.GetAlertInformation({ patient: tolvan, behind: days('20260101', '20261231') }),
    ],
  },
  GetMedicationHistory: {
    'filtering by prescriptionStatus is not supported here': [
      requests.GetMedicationHistory({
        patient: tolvan,
        behind: '<r:prescriptionStatus>Active</r:prescriptionStatus>',
      }),
    ],
  },
  GetSubjectOfCareSchedule: {
    'GetSubjectOfCareSchedule lacks healthcare_facility, or has it in the wrong place': [
      wrong(schedule, '<r:healthcare_facility>SE2321000016-1A2B</r:healthcare_facility>', ''),
    ],
    'subject_of_care is not a patient number': [wrong(schedule, `care>${tolvan}`, 'care>1912-12-12')],
    'the Header must have exactly one Actor': [
      wrong(schedule, 'urn:riv:interoperability:headers:1', 'urn:riv:interoperability:headers:2'),
    ],
    'Actor lacks actorType, or has it in the wrong place': [wrong(schedule, actorType, '')],
    'actorType is not subject_of_care or subject_of_care_agent': [
      wrong(schedule, actorType, actorType.replace('>subject', '>object')),
    ],
  },
  LookupResidentForFullProfile: {
    'LookupResidentForFullProfile lacks lookUpSpecification, or has it in the wrong place': [
      wrong(resident, '<r:lookUpSpecification></r:lookUpSpecification>', ''),
    ],
    'filtering by historiskTidpunkt is not supported here': [
      requests.LookupResidentForFullProfile({
        patient: tolvan,
        behind: '<r:historiskTidpunkt>20200101000000</r:historiskTidpunkt>',
      }),
    ],
  },
};

describe('a request that violates the contract gets a Fault with the reason', () => {
  const cases = Object.entries(refused).flatMap(([contract, all]) =>
    Object.entries(all).flatMap(([why, made]) => made.map(request => ({ contract, why, request }))),
  );

  test.each(cases)('$contract: $why', async ({ contract, why, request }) => {
    expect(await faultOf(contract, request)).toBe(why);
  });

  test('a path without a contract', async () => {
    expect(await faultOf('/rivta/GetEverything', contacts)).toBe('there is no contract at this path');
  });

  test('may end with elements of other namespaces', async () => {
    const request = wrong(
      contacts,
      '</r:GetCareContacts>',
      '<o:datePeriod xmlns:o="urn:o"/></r:GetCareContacts>',
    );
    expect(texts(await ask('GetCareContacts', request), 'documentId')).toContain('59001');
  });
});

/** The documents of an answer: id and status from their headers. */
const standings = (answer: Element) =>
  every(answer, 'approvedForPatient').map((approved, index) => [
    texts(answer, 'documentId')[index],
    approved.text,
  ]);

describe('GetCareContacts', () => {
  const read = (behind = '') => askFor('GetCareContacts', { patient: tolvan, behind });

  test('returns every contact, including hidden and withdrawn ones', async () => {
    const answer = await read();
    expect(standings(answer)).toEqual([
      ['59001', 'true'],
      ['59044', 'true'],
      ['59050', 'false'],
      ['59051', 'true'],
    ]);
    expect(texts(answer, 'nullified')).toEqual(['true']);
    expect(texts(answer, 'nullifiedReason')).toEqual(['Dubblett']);
    expect(texts(answer, 'start')).toEqual(
      listed(`
      20260115093000 20261118221500 20260301100000 20260301100000
    `),
    );
    expect(texts(answer, 'end')).toEqual(['20260115100000']);
    expect(texts(answer, 'resultCode')).toEqual(['OK']);
    const [first] = every(answer, 'careContact');
    if (first === undefined) throw new Error('no contact');
    expect(texts(first, 'displayName')).toEqual(['Återbesök', 'Ankommen']);
    expect(texts(first, 'orgUnitEmail')).toEqual(['hud@example.com']);
  });

  test.each([
    ['20260115', '20260115', ['59001']],
    ['20260116', '20260301', ['59050', '59051']],
    ['20261231', '20261231', ['59044', '59050', '59051']],
    ['19000101', '20251231', []],
  ])('from %s to %s: those that touch these days', async (from, to, ids) => {
    expect(texts(await read(days(from, to)), 'documentId')).toEqual(ids);
  });

  test('filters by unit', async () => {
    const before = '<r:careUnitHSAId>SE2321000016-1A2B</r:careUnitHSAId>';
    const answer = await askFor('GetCareContacts', { patient: tolvan, before });
    expect(texts(answer, 'documentId')).toEqual(['59001']);
  });

  test('returns INFO if there are none', async () => {
    const answer = await askFor('GetCareContacts', { patient: people.empty.number });
    expect(texts(answer, 'resultCode')).toEqual(['INFO']);
    expect(texts(answer, 'message')).toEqual(['Det finns inget att visa.']);
  });
});

describe('GetAlertInformation', () => {
  test('returns signals with one block, two and none', async () => {
    const answer = await askFor('GetAlertInformation', { patient: tolvan });
    expect(standings(answer)).toEqual([
      ['311', 'true'],
      ['312', 'true'],
      ['313', 'true'],
      ['314', 'true'],
      ['315', 'true'],
      ['316', 'false'],
      ['317', 'true'],
      ['318', 'true'],
      ['319', 'true'],
      ['320', 'true'],
    ]);
    const kinds = listed(`
      hypersensitivity treatment communicableDisease restrictionOfCare unstructuredAlertInformation
    `);
    const blocks = every(answer, 'alertInformationBody').map(({ children }) =>
      children.map(({ name }) => name).filter(name => kinds.includes(name)),
    );
    expect(blocks).toEqual([
      ['hypersensitivity'],
      ['communicableDisease'],
      ['restrictionOfCare'],
      ['treatment'],
      ['unstructuredAlertInformation'],
      ['unstructuredAlertInformation'],
      ['communicableDisease'],
      ['hypersensitivity', 'restrictionOfCare'],
      [],
      ['hypersensitivity'],
    ]);
    expect(texts(answer, 'obsoleteTime')).toEqual(['20200101120000']);
    expect(texts(answer, 'hypersensitivityAgent')).toEqual(['Latex', 'Jordnötter']);
    expect(texts(answer, 'code')).toContain('J01CE');
  });
});

describe('the source systems behind the aggregating service', () => {
  const statuses = async (contract: RivtaContract, patient: string, type?: string) => {
    const request = requests[contract]({ patient, ...(type === undefined ? {} : { type }) });
    const root = readXml((await send(contract, request)).xml);
    const [header] = root.children;
    expect(header?.name).toBe('Header');
    return texts(root, 'statusCode');
  };

  test('are named in every answer', async () => {
    for (const contract of Object.keys(requests) as RivtaContract[]) {
      expect(await statuses(contract, tolvan)).toEqual(['DataFromSource', 'DataFromCache']);
    }
  });

  test('fail for the patient with a coordination number: one, none or all', async () => {
    const { number } = people.coordination;
    expect(await statuses('GetMedicationHistory', number, coordination)).toContain('NoDataSynchFailed');
    expect(await statuses('GetCareContacts', number, coordination)).toContain('DataFromCacheSynchFailed');
    expect(new Set(await statuses('GetAlertInformation', number, coordination))).toEqual(
      new Set(['NoDataSynchFailed']),
    );
    expect(await statuses('GetCareDocumentation', number, coordination)).not.toContain('NoDataSynchFailed');
  });
});

describe('GetMedicationHistory', () => {
  const read = (behind = '') => askFor('GetMedicationHistory', { patient: tolvan, behind });

  test('returns products by name, by substance and as free text, with strengths as written', async () => {
    const answer = await read();
    expect(every(answer, 'medicationMedicalRecord')).toHaveLength(14);
    // The third is a substance: a quantity, with its own elements.
    expect(texts(answer, 'strength').slice(-3, -1)).toEqual(['2.50', '2.50']);
    expect(texts(answer, 'value')).toContain('500');
    expect(texts(answer, 'substance')).toEqual(['paracetamol']);
    expect(texts(answer, 'unstructuredInformation')).toEqual(['Näringsdryck enligt dietist']);
    expect(texts(answer, 'prescriptionStatus').filter(status => status === 'Inactive')).toHaveLength(1);
    expect(every(answer, 'succeedingPrescriptionId')).toHaveLength(2);
    expect(texts(answer, 'nullifiedReason')).toEqual(['Fel läkemedel']);
  });

  test('returns a discontinuation as the last in its drug’s chain', async () => {
    const answer = await askFor('GetMedicationHistory', {
      patient: reserve.number,
      type: reserveRegister,
      behind: `<r:sourceSystemHSAId>${hsaIds.address}</r:sourceSystemHSAId>`,
    });
    expect(texts(answer, 'typeOfPrescription')).toEqual(['I', 'U']);
    expect(texts(answer, 'prescriptionStatus')).toEqual(['Inactive', 'Active']);
    const [first] = every(answer, 'prescriptionId').map(id => texts(id, 'extension')[0]);
    expect(every(answer, 'prescriptionChainId').map(id => texts(id, 'extension')[0])).toEqual([first]);
  });

  test('uses every form of dosage', async () => {
    const answer = await read();
    expect(texts(answer, 'dosageInstruction')).toEqual([
      '1 tablett på morgonen',
      '1–2 tabletter vid behov, högst 8 per dygn',
      '1000 ml på 8 timmar',
      '2 tabletter per dag',
      'Enligt schema',
      'Tunt lager 2 gånger dagligen',
      'Enligt anvisning',
      '1 dos en gång',
      '1 ml var tredje månad',
      '4 tabletter varje måndag',
      '2 tabletter på kvällen måndag, onsdag och fredag, 1,5 tabletter på kvällen tisdag, torsdag, lördag och söndag',
      '1 tablett',
      '2 tabletter',
    ]);
    expect(texts(answer, 'conditionDescription')).toEqual(['vid behov', 'vid feber över 38,5']);
    expect(texts(answer, 'dayOfPeriod')).toEqual(['1', '1']);
    expect(texts(answer, 'shortNotation')).toEqual(['1 x 1']);
  });

  test('accepts a period with an open end', async () => {
    const from = '<r:datePeriod><d:start>20260401</d:start></r:datePeriod>';
    expect(texts(await read(from), 'documentId')).toEqual(['8108', '8109', '8120', '8121', '8122', '8123']);
    const empty = '<r:datePeriod/>';
    expect(texts(await read(empty), 'documentId')).toHaveLength(14);
  });
});

describe('GetCareDocumentation', () => {
  const read = (patient = tolvan, behind = '') => askFor('GetCareDocumentation', { patient, behind });

  test('returns notes as text, as escaped DocBook, and as a document', async () => {
    const answer = await read();
    expect(standings(answer)).toEqual([
      ['58701', 'true'],
      ['58723', 'true'],
      ['58950', 'true'],
      ['58601', 'true'],
      ['58602', 'true'],
      ['58603', 'true'],
      ['58960', 'false'],
      ['58961', 'true'],
      ['58963', 'true'],
      ['58962', 'true'],
    ]);
    const notes = texts(answer, 'clinicalDocumentNoteText');
    expect(notes).toHaveLength(9);
    expect(notes[0]).toBe(
      '<article xmlns="http://docbook.org/ns/docbook" version="5.0"><title>Akutanteckning</title>' +
        '<section><title>Aktuellt</title><para>Utslag och svullnad efter en dos penicillin. ' +
        'Svårt att andas, ambulans tillkallad.</para></section>' +
        '<section><title>Åtgärd</title><para>Adrenalin intramuskulärt med god effekt. ' +
        'Varningsmärks för penicillin.</para></section></article>',
    );
    expect(notes[1]).toContain('&lt;Ingen&gt; misstanke');
    expect(notes[2]).toBe('Provsvar meddelas: godartad förändring, inget mer behöver göras.');
    expect(notes).toContain('Utan kod för vad det är. 1 < 2 & <para>ingen</para> DocBook.');
    expect(texts(answer, 'mediaType')).toEqual(['application/pdf']);
    expect(texts(answer, 'clinicalDocumentNoteCode')).toEqual(['bes', 'bes', 'auf', ...Array(5).fill('bes')]);
    expect(texts(answer, 'clinicalDocumentTypeCode')).toEqual(['epi']);
  });

  test('spells HSAid, and has its result in a separate namespace', async () => {
    const answer = await read();
    expect(new Set(texts(answer, 'sourceSystemHSAid'))).toEqual(new Set(['SE162321000024-A1']));
    expect(every(answer, 'sourceSystemHSAId')).toEqual([]);
    const [result] = every(answer, 'result');
    expect(result?.ns).toBe('urn:riv:clinicalprocess:healthcond:description:2.1');
    expect(result?.children[0]?.ns).toBe('urn:riv:clinicalprocess:healthcond:description:2.1');
  });

  test('returns 2,000 notes, and those of two days; one without a time is in both', async () => {
    expect(every(await read(people.longJournal.number), 'careDocumentation')).toHaveLength(2001);
    const two = days('20050103', '20050106').replaceAll('datePeriod', 'timePeriod');
    expect(texts(await read(people.longJournal.number, two), 'documentId')).toEqual([
      '70000',
      '70001',
      '72000',
    ]);
  });

  test('recognizes coordination numbers by their OID', async () => {
    const { number: patient } = people.coordination;
    const request = requests.GetCareDocumentation({ patient, type: coordination });
    const answer = await ask('GetCareDocumentation', request);
    expect(texts(answer, 'documentId')).toEqual(['61003']);
    expect(texts(answer, 'type')).toEqual([coordination]);
  });
});

describe('GetSubjectOfCareSchedule', () => {
  const bookings = async (before?: string) => {
    const asked = before === undefined ? { patient: tolvan } : { patient: tolvan, before };
    return texts(await askFor('GetSubjectOfCareSchedule', asked), 'bookingId');
  };

  test('returns the bookings of one facility', async () => {
    expect(await bookings()).toHaveLength(10);
    expect(await bookings('SE2321000016-1A2C')).toEqual(['59070']);
    expect(await bookings('SE2321000016-1A2D')).toEqual([]);
  });

  test('may be addressed by the facility itself', async () => {
    const request = wrong(schedule, hsaIds.address, 'SE2321000016-1A2B');
    expect(every(await ask('GetSubjectOfCareSchedule', request), 'timeslotDetail')).toHaveLength(10);
  });
});

describe('LookupResidentForFullProfile', () => {
  const read = async (patient: string, behind = '') =>
    askFor('LookupResidentForFullProfile', { patient, behind });

  test('returns names, addresses and districts', async () => {
    const answer = await read(tolvan);
    expect(texts(answer, 'Sekretessmarkering')).toEqual(['N']);
    expect(texts(answer, 'Tilltalsnamnsmarkering')).toEqual(['10']);
    expect(texts(answer, 'Fornamn')[0]).toBe('Tolvan Provmartin');
    expect(texts(answer, 'Mellannamn')).toEqual(['Exempel']);
    expect(texts(answer, 'PostNr')).toEqual(['583 36']);
    expect(texts(answer, 'LanKod')).toEqual(['05']);
    expect(texts(answer, 'Kon')).toEqual(['M']);
  });

  test('marks a protected identity, and then returns no address', async () => {
    const { number } = people.protectedChild;
    const answer = await read(number);
    expect(texts(answer, 'Sekretessmarkering')).toEqual(['J']);
    expect(every(answer, 'Folkbokforingsadress')).toEqual([]);
    const only = '<r:Sekretessmarkering>N</r:Sekretessmarkering>';
    expect(every(await read(number, only), 'resident')).toEqual([]);
  });

  test('returns who is whose guardian, and since and until when', async () => {
    const relations = async (number: string) =>
      every(await read(number), 'Relation').map(relation =>
        ['PersonNr', 'Relationstyp', 'RelationFromdatum', 'RelationTomdatum'].map(
          name => texts(relation, name)[0],
        ),
      );
    const { guardian, child, protectedChild } = people;
    expect(await relations(child.number)).toEqual([
      [tolvan, 'V', '20190715', '20220101'],
      [guardian.number, 'MO', undefined, undefined],
      [guardian.number, 'V', '20190715', '20370715'],
    ]);
    expect(await relations(guardian.number)).toEqual([
      [child.number, 'B', undefined, undefined],
      [child.number, 'VF', '20190715', '20370715'],
      [protectedChild.number, 'B', undefined, undefined],
      [protectedChild.number, 'VF', '20170222', '20350222'],
    ]);
  });

  test('distinguishes emigrated from deceased', async () => {
    const answer = await read(people.empty.number);
    expect(texts(answer, 'AvregistreringsorsakKod')).toEqual(['OO']);
    expect(texts(answer, 'AvregistreringsorsakKodKomplett')).toEqual(['UV']);
    expect(texts(answer, 'Land')).toEqual(['Danmark']);
  });

  test('omits what is unknown: birth date and sex of a coordination number', async () => {
    const answer = await read(people.coordination.number);
    expect(every(answer, 'Fodelsetid')).toEqual([]);
    expect(every(answer, 'Kon')).toEqual([]);
  });
});

describe('an unknown patient', () => {
  test.each([
    'GetCareContacts',
    'GetAlertInformation',
    'GetMedicationHistory',
    'GetCareDocumentation',
  ] as const)('%s: no document', async contract => {
    const answer = await askFor(contract, { patient: stranger });
    expect(every(answer, 'documentId')).toEqual([]);
    expect(texts(answer, 'resultCode')).not.toContain('ERROR');
  });

  test('has no booking and is not in the register', async () => {
    const asked = { patient: stranger };
    const free = await askFor('GetSubjectOfCareSchedule', asked);
    expect(free.children).toEqual([]);
    const nobody = await askFor('LookupResidentForFullProfile', asked);
    expect(nobody.children).toEqual([]);
  });
});

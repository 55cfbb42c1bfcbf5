// Random R4 resources with every element that the mapping reads. Choices of the standard (`value[x]`) occur in all variants.
import fc from 'fast-check';
import {
  address,
  annotation,
  base64,
  concept,
  contactPoint,
  date,
  element,
  extension,
  from,
  hsa,
  humanName,
  identifier,
  instant,
  listOf,
  most,
  type Node,
  number,
  one,
  period,
  quantity,
  range,
  type Shape,
  time,
  to,
  toContained,
  word,
} from './data-types.ts';

const subject = one({ reference: 'Patient/p1' });
const swedish = 'http://hl7.se/fhir/ig/base/StructureDefinition';
const alerts = 'http://hl7.se/fhir/r4/ig/medicalalertinformation';
const coded = (system: string, ...codes: string[]) =>
  element({ coding: listOf(element({ system: one(system), code: from(...codes) }), 1) });
const label = element({ system: one('http://region.example/labels'), code: word });
const labelled = element({ lastUpdated: instant, security: listOf(label) });

// Resources that records refer to.
const provider = element({ resourceType: one('Organization'), name: word, identifier: listOf(hsa, 1) });
const hierarchy = element({
  url: one('https://commonprofiles.care/fhir/StructureDefinition/common-hsaHierarchy'),
  extension: fc.tuple(
    extension('hsaCareUnit', { valueReference: element({ identifier: hsa, display: word }) }),
    extension('hsaCareProvider', { valueReference: element({ identifier: hsa, display: word }) }),
  ),
});
const organization = element(
  {
    resourceType: one('Organization'),
    name: word,
    identifier: fc.oneof(listOf(hsa, 1), listOf(identifier, 1)),
    telecom: listOf(contactPoint),
    address: listOf(address),
  },
  { partOf: to('Organization', provider) },
  { extension: listOf(hierarchy, 1) },
  {},
);
const practitioner = element({
  resourceType: one('Practitioner'),
  name: listOf(humanName, 1),
  identifier: listOf(hsa, 1),
  qualification: listOf(element({ code: concept }), 1),
});
const role = element(
  {
    resourceType: one('PractitionerRole'),
    practitioner: to(
      'Practitioner',
      element({ resourceType: one('Practitioner'), name: listOf(humanName, 1) }),
    ),
    organization: element({ identifier: hsa }),
  },
  { code: listOf(concept, 1) },
  {},
);
const location = element({ resourceType: one('Location'), name: word });
const bedroom = element({
  resourceType: one('Location'),
  name: word,
  physicalType: coded('http://terminology.hl7.org/CodeSystem/location-physical-type', 'bd'),
});
const person = to('Practitioner', practitioner, role);
const unit = to('Organization', organization);

const visit = element({
  resourceType: one('Encounter'),
  status: from('planned', 'arrived', 'in-progress', 'finished', 'cancelled'),
  subject,
  type: listOf(concept, 1),
  period,
  serviceProvider: element({ identifier: hsa, display: word }),
  meta: element({ security: listOf(label) }),
});
/** Authors of a Composition, a DocumentReference or a MedicationRequest. */
const encounter = fc.oneof(toContained(visit), one({ reference: 'Encounter/gone' }), element({ identifier }));

const onset = [
  { onsetDateTime: time },
  { onsetPeriod: element({ start: time }) },
  { onsetString: word },
  { onsetAge: quantity },
  { onsetRange: range },
] as const;

const allergyShape = {
  resourceType: one('AllergyIntolerance'),
  meta: labelled,
  patient: subject,
  clinicalStatus: coded('http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', 'active'),
  category: listOf(word),
  recordedDate: time,
  lastOccurrence: time,
  recorder: person,
  asserter: person,
};

export const allergy = element(
  {
    ...allergyShape,
    verificationStatus: concept,
    criticality: from('low', 'high', 'unable-to-assess'),
    code: fc.oneof(concept, coded('http://www.whocc.no/atc', 'J01CA04')),
    note: listOf(annotation),
    reaction: listOf(
      element({
        substance: concept,
        manifestation: listOf(concept),
        description: word,
        onset: time,
        severity: from('mild', 'moderate', 'severe'),
        exposureRoute: concept,
        note: listOf(annotation, 1),
      }),
    ),
  },
  ...onset,
);

const categorySystem = `${alerts}/CodeSystem/SEAlertInformationCategoryCS`;
const alertLabel = extension(`${alerts}/StructureDefinition/SEAlertLabelExtension`, {
  valueCodeableConcept: concept,
});
const detail = extension('http://hl7.org/fhir/StructureDefinition/flag-detail', {
  valueReference: element({ reference: word }),
});
const flagShape = {
  resourceType: one('Flag'),
  meta: labelled,
  status: from('active', 'inactive'),
  subject,
  code: concept,
  period,
  author: fc.oneof(person, unit),
};
const category = (...codes: string[]) => listOf(coded(categorySystem, ...codes), 1);

export const flag = fc.oneof(
  element({
    ...flagShape,
    category: category('A', 'A1', 'A2', 'A3', 'A4', 'B', 'B1', 'B2', 'D', 'D1', 'D2', 'E', 'E1'),
    extension: fc.tuple(alertLabel, detail),
  }),
  element({
    ...flagShape,
    category: category('C', 'C1', 'C2', 'C3', 'C4'),
    extension: fc.tuple(
      alertLabel,
      detail,
      extension(`${alerts}/StructureDefinition/SECriticalityLevelExtension`, {
        valueCodeableConcept: concept,
      }),
    ),
  }),
  element({
    ...flagShape,
    category: listOf(coded('http://terminology.hl7.org/CodeSystem/flag-category', 'drug', 'safety'), 1),
  }),
  element(flagShape),
);

const reference = element({}, { display: word }, { reference: word });

export const contact = element(
  {
    resourceType: one('Encounter'),
    meta: labelled,
    status: from('planned', 'arrived', 'triaged', 'in-progress', 'onleave', 'finished', 'cancelled'),
    subject,
    type: listOf(concept),
    class: element({ system: one('http://terminology.hl7.org/CodeSystem/v3-ActCode'), code: word }),
    reasonCode: listOf(concept),
    reasonReference: listOf(reference),
    serviceType: concept,
    period,
    statusHistory: listOf(element({ status: from('onleave', 'in-progress'), period })),
    location: fc.tuple(
      element({ location: to('Location', location), physicalType: coded('x', 'ro') }),
      element({ location: toContained(bedroom) }),
      element({ location: element({ display: word }), physicalType: coded('x', 'wa') }),
    ),
    serviceProvider: unit,
    participant: listOf(element({ type: listOf(concept), individual: person })),
    diagnosis: listOf(element({ condition: reference })),
  },
  {
    hospitalization: element(
      {},
      { destination: to('Location', location) },
      { dischargeDisposition: concept },
    ),
    extension: listOf(
      extension('https://fhir.cambio.se/StructureDefinition/encounterPerformingUnit|1.0', {
        valueReference: unit,
      }),
      1,
    ),
  },
  { hospitalization: element({ dischargeDisposition: concept }) },
);

// Prescriptions.
const dose = fc.oneof(element({ doseQuantity: quantity }), element({ doseRange: range }));
const rate = element(
  {},
  { rateRatio: element({ numerator: quantity, denominator: quantity }) },
  { rateRange: range },
  { rateQuantity: quantity },
);
const bounds = [
  {},
  { boundsPeriod: period },
  { boundsDuration: element({ value: number, code: from('d', 'wk') }) },
  { boundsRange: range },
] as const;
const unitOfTime = from('h', 'd', 'wk', 'mo');
const weekdays = fc.uniqueArray(from('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'), {
  minLength: 1,
  maxLength: 2,
});
const clockTimes = fc.uniqueArray(from('08:00:00', '12:30:00', '20:15:30.5'), { minLength: 1, maxLength: 2 });
const whens = fc.uniqueArray(from('ACM', 'HS', 'PCV'), { minLength: 1, maxLength: 2 });

const repeat = fc
  .oneof(
    element({ frequency: number, period: one(1), periodUnit: one('d') }),
    element({ period: number, periodUnit: unitOfTime }),
    element({
      frequency: number,
      frequencyMax: most,
      period: number,
      periodMax: most,
      periodUnit: unitOfTime,
    }),
    element({ timeOfDay: clockTimes }),
    element({ dayOfWeek: weekdays, period: one(1), periodUnit: one('wk') }),
    element({ dayOfWeek: weekdays, timeOfDay: clockTimes }),
    element({ when: whens, offset: number }),
    element({
      count: number,
      countMax: most,
      duration: number,
      durationMax: most,
      durationUnit: from('min', 'h', 'd'),
    }),
  )
  .chain(said =>
    fc.oneof(...bounds.map(bound => fc.record(bound as Shape))).map(bound => ({ ...said, ...bound }) as Node),
  );

const limit = {
  maxDosePerPeriod: element({
    numerator: quantity,
    denominator: element({ value: number, code: from('h', 'd') }),
  }),
  maxDosePerAdministration: quantity,
  maxDosePerLifetime: quantity,
};
/** A concept with words: a dosage with only a code that changes it is not shown (D38). */
const inWords = element(
  {},
  { text: word },
  { coding: listOf(element({ system: one('http://region.example/codes'), code: word, display: word })) },
);
const ordered = one({
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/dose-rate-type', code: 'ordered' }],
});
const ofOrder = (entry: fc.Arbitrary<Node>) =>
  fc.tuple(entry, ordered).map(([said, type]) => ({ ...said, type }));
const dosage = element(
  { text: word, additionalInstruction: listOf(concept), patientInstruction: word },
  { doseAndRate: fc.tuple(dose), timing: element({ repeat, code: inWords }) },
  { doseAndRate: fc.tuple(dose), timing: element({ event: listOf(instant) }) },
  { doseAndRate: fc.tuple(dose), timing: element({ repeat }), asNeededCodeableConcept: inWords },
  { doseAndRate: fc.tuple(rate), timing: element({ repeat }), asNeededBoolean: one(true), sequence: number },
  { doseAndRate: fc.tuple(ofOrder(dose), ofOrder(rate)), ...limit },
  {},
);
const firstDosage = fc
  .tuple(dosage, fc.record({ route: inWords, site: inWords, method: inWords }))
  .map(([said, how]) => ({ ...said, ...how }));

const medication = element(
  {
    resourceType: one('Medication'),
    form: concept,
    ingredient: listOf(
      element({
        itemCodeableConcept: concept,
        strength: element({ numerator: quantity, denominator: element({ value: from(1, 5), unit: word }) }),
      }),
      1,
    ),
  },
  {
    code: concept,
    identifier: listOf(element({ system: one('http://region.example/nplid'), value: word }), 1),
  },
  { code: coded('http://www.whocc.no/atc', 'N02BE01') },
  { code: coded('urn:oid:1.2.752.129.2.1.5.1', '20010101000001') },
  {
    extension: listOf(
      element({
        url: one('http://electronichealth.se/fhir/StructureDefinition/NLLArticleInfo'),
        extension: listOf(extension('productName', { valueString: word }), 1),
      }),
      1,
    ),
  },
);

export const request = element(
  {
    resourceType: one('MedicationRequest'),
    meta: labelled,
    intent: one('order'),
    status: from('active', 'on-hold', 'completed', 'stopped', 'cancelled'),
    statusReason: concept,
    subject,
    category: listOf(concept),
    authoredOn: instant,
    reasonCode: listOf(concept),
    reasonReference: listOf(reference),
    requester: fc.oneof(person, unit),
    recorder: person,
    encounter,
    note: listOf(annotation),
    dosageInstruction: fc
      .tuple(firstDosage, fc.array(dosage, { maxLength: 1 }))
      .map(([first, more]) => [first, ...more]),
  },
  { groupIdentifier: identifier, medicationReference: toContained(medication) },
  { identifier: listOf(identifier, 1), medicationCodeableConcept: concept },
  { groupIdentifier: identifier, medicationReference: one({ reference: 'Medication/gone' }) },
);

// Notes.
const attachment = element(
  { contentType: from('text/plain', 'text/html'), data: word.map(mark => base64 + mark) },
  { title: word },
  {},
);

export const document = element(
  {
    resourceType: one('DocumentReference'),
    meta: labelled,
    status: from('current', 'superseded'),
    docStatus: from('preliminary', 'final', 'amended'),
    subject,
    type: concept,
    date: instant,
    author: listOf(person),
    authenticator: person,
    custodian: unit,
    securityLabel: listOf(element({ coding: listOf(label, 1) })),
    content: listOf(element({ attachment }), 1),
    context: element({ encounter: fc.tuple(encounter), period: element({ start: time }) }),
  },
  { description: word },
  {},
);

const narrative = element({ status: one('generated'), div: word.map(mark => `<div><p>${mark}</p></div>`) });
const sectionWith = (inner: fc.Arbitrary<Node[]>) =>
  element(
    {},
    { title: word, text: narrative, section: inner },
    { title: word, text: narrative, emptyReason: concept },
    { code: concept, emptyReason: concept },
    { title: word, entry: one([{ reference: 'Condition/1' }]) },
  );
const section = sectionWith(listOf(sectionWith(one([])), 1));

export const composition = element({
  resourceType: one('Composition'),
  meta: labelled,
  status: from('preliminary', 'final', 'amended'),
  subject,
  type: concept,
  title: word,
  date: instant,
  confidentiality: from('R', 'V'),
  author: listOf(person),
  attester: fc.tuple(
    element({ mode: from('legal', 'professional', 'official'), time: instant, party: person }),
    element({ mode: one('personal'), party: person }),
  ),
  custodian: unit,
  encounter,
  event: listOf(element({ period: element({ start: time }) }), 1),
  section: listOf(section),
});

// Bookings.
const place = element(
  {
    resourceType: one('Location'),
    name: word,
    managingOrganization: to('Organization', organization),
  },
  { address },
  {},
);

export const booking = element({
  resourceType: one('Appointment'),
  meta: labelled,
  status: from('pending', 'booked', 'arrived', 'checked-in', 'fulfilled', 'cancelled', 'noshow'),
  start: instant,
  end: instant,
  serviceType: listOf(concept),
  appointmentType: concept,
  description: word,
  cancelationReason: concept,
  patientInstruction: word,
  participant: fc.tuple(
    element({ actor: subject }),
    element({ actor: toContained(place) }),
    // A booking ignores participants without a name.
    element({
      actor: fc.oneof(
        toContained(practitioner),
        element({ reference: one('Practitioner/gone'), display: word }),
      ),
    }),
    element({ actor: element({ reference: one('RelatedPerson/1'), display: word }) }),
    element({ actor: element({ reference: one('Location/other'), display: word }) }),
  ),
});

const service = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-Appointment.virtualService';
const link = word.map(mark => `https://video.example/${mark}`);
const linkValue = fc.oneof(
  element({ valueUrl: link }),
  element({ valueUri: link }),
  element({ valueString: link }),
  element({ valueContactPoint: element({ value: link }) }),
);
const inExtension = (url: string) => linkValue.map(value => ({ url, ...value }));

export const meeting = element(
  {
    resourceType: one('Appointment'),
    meta: labelled,
    status: from('pending', 'booked', 'arrived', 'checked-in', 'fulfilled'),
    start: instant,
    extension: fc.tuple(
      fc
        .tuple(inExtension('address'), inExtension('additionalInfo'))
        .map(inner => ({ url: service, extension: inner as Node[] })),
    ),
    participant: fc.tuple(
      element({ actor: subject }),
      element({ actor: toContained(place) }),
      element({
        type: listOf(coded('http://terminology.hl7.org/CodeSystem/v3-ParticipationType', 'PPRF'), 1),
        actor: person,
      }),
      element({ type: listOf(concept), actor: person }),
      element({ actor: element({ reference: one('RelatedPerson/1'), display: word }) }),
    ),
  },
  { end: instant, serviceType: listOf(concept) },
  { minutesDuration: number, appointmentType: concept },
  { end: instant, description: word },
);

// The patient.
const uniquely = ['198507302381', '196911132391', '197209182380'];

export const patient = element(
  {
    resourceType: one('Patient'),
    meta: element({
      lastUpdated: instant,
      security: one([
        { system: 'http://hl7.se/fhir/ig/base/CodeSystem/SecurityLabel', code: 'sekretessmarkering' },
      ]),
    }),
    name: fc.tuple(
      element({
        use: from('official', 'usual'),
        family: word,
        given: listOf(word),
        extension: fc.tuple(extension(`${swedish}/SEBaseMiddleNameExtension`, { valueString: word })),
      }),
    ),
    gender: from('male', 'female', 'other', 'unknown'),
    birthDate: date,
    address: fc.tuple(
      fc.tuple(address, concept).map(([own, type]) => ({
        ...own,
        extension: [{ url: `${swedish}/SEBaseAddressPersonExtension`, valueCodeableConcept: type }],
      })),
      element({
        use: one('home'),
        line: listOf(word),
        district: word,
        state: word,
        extension: one([
          {
            url: `${swedish}/SEBaseAddressPersonExtension`,
            valueCodeableConcept: { coding: [{ system: 'http://snomed.info/sct', code: '63381000052101' }] },
          },
        ]),
      }),
    ),
    telecom: fc.tuple(
      contactPoint,
      contactPoint,
      element({ system: from('url', 'other'), value: word }),
      element({ system: one('phone'), use: one('old'), value: word }),
    ),
    contact: listOf(
      element({
        relationship: listOf(concept),
        name: humanName,
        telecom: fc.tuple(
          element({ system: one('phone'), use: one('home'), value: word }),
          element({ system: one('phone'), use: one('work'), value: word }),
        ),
        address,
      }),
    ),
    generalPractitioner: fc.tuple(to('Organization', organization)),
    managingOrganization: unit,
    identifier: fc.tuple(
      one({ system: 'http://electronichealth.se/identifier/personnummer', value: '191212121212' }),
      element({
        system: one('http://electronichealth.se/identifier/personnummer'),
        use: from('old', 'official'),
        value: from(...uniquely),
      }),
      fc.oneof(
        element({ system: one('http://region.example/medical-record'), value: word }),
        element({ type: concept, value: word }),
      ),
    ),
  },
  { deceasedDateTime: date },
  { deceasedBoolean: one(true) },
  {},
);

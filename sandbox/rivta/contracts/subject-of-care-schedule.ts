// GetSubjectOfCareSchedule 1.1: bookings at one facility. It has neither a result nor a period.
import type { EhrBooking } from '../../extracts/world.ts';
import { reasonGivenFor, visitKindOf } from '../../patients/bookings.ts';
import type { Element } from '../soap/read-xml.ts';
import { Refusal } from '../soap/refusal.ts';
import { like, required, sequence, texts } from '../soap/rules.ts';
import { elementsOf } from '../soap/xml.ts';
import type { Contract } from './contract.ts';

const responder = 'urn:riv:crm:scheduling:GetSubjectOfCareScheduleResponder:1';
const headers = 'urn:riv:interoperability:headers:1';
const [outer, inner] = [elementsOf(responder), elementsOf('urn:riv:crm:scheduling:1')];
const later = elementsOf('urn:riv:crm:scheduling:1.1');

const request = sequence(responder, [
  required('healthcare_facility'),
  required('subject_of_care', like(/^\d{8}[0-9pPtTfF]\d{3}$/, 'a patient number')),
]);

const actor = sequence(headers, [
  required('actorId'),
  required('actorType', like(/^subject_of_care(_agent)?$/, 'subject_of_care or subject_of_care_agent')),
]);

/** The WSDL requires two header blocks: the address and the actor. */
const checkActor = (blocks: readonly Element[]) => {
  const [block, ...others] = blocks.filter(({ ns, name }) => ns === headers && name === 'Actor');
  if (block === undefined || others.length > 0) throw new Refusal('the Header must have exactly one Actor');
  actor(block);
};

// `subject_of_care` is left out: the published pattern contains ^ and $, which validators take literally.
const timeslot = (booking: EhrBooking) => {
  const { ContactId, StartTime, PerformingUnit, CareGiver, PatientInformation, Status } = booking;
  return outer('timeslotDetail', [
    inner('startTimeInclusive', StartTime),
    inner('healthcare_facility', PerformingUnit?.HSAId ?? ''),
    inner('bookingId', ContactId),
    inner('purpose', PatientInformation),
    inner('reason', reasonGivenFor(booking)),
    inner('resourceName', CareGiver),
    inner('healthcare_facility_name', PerformingUnit?.Name),
    inner('performerName', Status === 'BOOKED' ? 'Påhittad Läkarsson' : undefined),
    inner('timeTypeName', visitKindOf(booking)),
    inner('careTypeName', 'Öppenvård'),
    inner('rebooking_allowed', Status === 'BOOKED'),
    later('isInvitation', false),
  ]);
};

export const subjectOfCareSchedule: Contract = {
  name: 'GetSubjectOfCareSchedule',
  responder,
  check: (asked, blocks) => {
    request(asked);
    checkActor(blocks);
  },
  patient: asked => texts(asked, 'subject_of_care')[0] ?? '',
  addresses: asked => texts(asked, 'healthcare_facility'),
  answer: (asked, world) => {
    const [facility] = texts(asked, 'healthcare_facility');
    const [patient = ''] = texts(asked, 'subject_of_care');
    const bookings = world.get(patient)?.bookings.Booking ?? [];
    return bookings.filter(({ PerformingUnit }) => PerformingUnit?.HSAId === facility).map(timeslot);
  },
};

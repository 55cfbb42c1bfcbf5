// Video meetings: Appointments with the R4 extension for R5's `virtualService`.
import type { EhrVideoMeeting, PatientData } from '../../extracts/world.ts';
import { units } from '../../patients/parts.ts';
import type { Resource } from '../simulator/store.ts';
import { minutesOfVisit } from './appointments.ts';
import { doctor, nurse, receptionOf } from './care-units.ts';
import { coded, concept, instant, resource, subjectOf } from './parts.ts';

const virtualService = 'http://hl7.org/fhir/5.0/StructureDefinition/extension-Appointment.virtualService';
const participationType = 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType';

const serviceOf = ({ MeetingLink: link, Server: server }: EhrVideoMeeting) => [
  ...(link === undefined ? [] : [{ url: 'address', valueUrl: link }]),
  ...(server?.DiscoveryURI === undefined ? [] : [{ url: 'additionalInfo', valueUrl: server.DiscoveryURI }]),
];

const meeting = (patientId: string, data: EhrVideoMeeting): Resource => {
  const start = data.StartDateTime ?? '';
  return resource('Appointment', String(data.ActionId), {
    extension: [{ url: virtualService, extension: serviceOf(data) }],
    status: 'booked',
    serviceType: [concept(data.ServiceName ?? '')],
    start: instant(start),
    end: instant(start, minutesOfVisit),
    participant: [
      { actor: subjectOf(patientId), status: 'accepted' },
      { actor: receptionOf(units.skin), status: 'accepted' },
      {
        type: [coded({ system: participationType, code: 'PPRF' }, 'Läkare')],
        actor: doctor,
        status: 'accepted',
      },
      { type: [concept('Sjuksköterska')], actor: nurse, status: 'accepted' },
    ],
  });
};

/**
 * Only a few of the 71 meetings, which would otherwise crowd out the other appointments. The first has passed, the third has
 * a link that is too long, and the last is today's.
 */
const shownIndexes = new Set([0, 55, 60, 69, 70]);

export const videoMeetings = (patientId: string, { videoMeetings: all }: PatientData): Resource[] =>
  all.filter((_, index) => shownIndexes.has(index)).map(one => meeting(patientId, one));

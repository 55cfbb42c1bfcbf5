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

/** More of them would crowd out a patient's other appointments. */
const most = 5;

export const videoMeetings = (patientId: string, { videoMeetings: all }: PatientData): Resource[] =>
  all.length > most ? [] : all.map(one => meeting(patientId, one));

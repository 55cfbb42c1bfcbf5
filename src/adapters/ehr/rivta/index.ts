// The second region's adapter: the national service contracts (RIV-TA Basic Profile 2.1).
import { sharedSchemas } from '../../../domain/records/index.ts';
import type { Adapter } from '../adapter.ts';
import { openUpstream } from '../transport/open-upstream.ts';
import { timeReader } from '../xml/times.ts';
import { alertInformation } from './alerts/alert-information.ts';
import { careContacts } from './care-contacts.ts';
import { readDocuments } from './documents.ts';
import { medicationHistory } from './medication/medication-history.ts';
import { filteredKind, Members } from './members.ts';
import { careDocumentation } from './notes/care-documentation.ts';
import { readRelations } from './register/relations.ts';
import { readResident } from './register/resident-full-profile.ts';
import { readSchedule } from './schedule/subject-of-care-schedule.ts';
import type { Connection } from './soap/ask.ts';
import { trimmedElements } from './wire-types.ts';

export const rivta: Adapter = {
  // The facilities that are asked for bookings are the profile's: without any, there are none to be had.
  offers: own => ({
    kinds: [
      ...((own as Members).facilities === undefined ? [] : (['appointments'] as const)),
      'patients',
      'patientsV2',
      'contacts',
      'attentionSignals',
      'prescriptions',
      'journalNotes',
    ],
    intervals: [filteredKind],
    relations: true,
  }),
  members: Members,
  open: (system, region) => {
    const own = system.own as Members;
    const connection: Connection = {
      system,
      own,
      upstream: openUpstream(system, region.clock),
      rules: { times: timeReader(region.time), schemas: sharedSchemas, trimmed: trimmedElements },
      reserveRoot: region.reserveNumbersRoot,
      log: region.log,
    };
    const { facilities } = own;
    return {
      ehr: {
        appointments: facilities === undefined ? undefined : readSchedule(connection, facilities),
        patients: readResident(connection, 'patients'),
        patientsV2: readResident(connection, 'patientsV2'),
        contacts: readDocuments(connection, careContacts),
        attentionSignals: readDocuments(connection, alertInformation),
        videoMeetings: undefined,
        prescriptions: readDocuments(connection, medicationHistory),
        journalNotes: readDocuments(connection, careDocumentation),
        writer: undefined,
      },
      relations: readRelations(connection),
      isOpen: () => connection.upstream.isOpen(),
      close: () => connection.upstream.close(),
    };
  },
};

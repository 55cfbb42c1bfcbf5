// The first region's adapter: the legacy XML extracts (extracts.md).
import { sharedSchemas } from '../../../domain/records/index.ts';
import type { Adapter } from '../adapter.ts';
import { openUpstream } from '../transport/open-upstream.ts';
import { timeReader } from '../xml/times.ts';
import { faultReader } from './answers.ts';
import { readBookings } from './bookings.ts';
import type { Connection } from './documents.ts';
import { readExtracts } from './read-extracts.ts';
import { readVideoMeetings } from './video-meetings.ts';
import { writer } from './writes.ts';

export const extracts: Adapter = {
  offers: () => ({
    kinds: [
      'appointments',
      'patients',
      'patientsV2',
      'contacts',
      'attentionSignals',
      'videoMeetings',
      'prescriptions',
      'journalNotes',
    ],
  }),
  open: (system, region) => {
    const rules = { times: timeReader(region.time), schemas: sharedSchemas };
    const connection: Connection = {
      system,
      upstream: openUpstream(system, region.clock),
      rules,
      faultCode: faultReader(rules),
    };
    return {
      ehr: {
        appointments: readBookings(connection),
        patients: readExtracts(connection, 'patients'),
        patientsV2: readExtracts(connection, 'patientsV2'),
        contacts: readExtracts(connection, 'contacts'),
        attentionSignals: readExtracts(connection, 'attentionSignals'),
        videoMeetings: readVideoMeetings(connection),
        prescriptions: readExtracts(connection, 'prescriptions'),
        journalNotes: readExtracts(connection, 'journalNotes'),
        writer: writer(connection, region.reserveNumbersRoot),
      },
      isOpen: () => connection.upstream.isOpen(),
      close: () => connection.upstream.close(),
    };
  },
};

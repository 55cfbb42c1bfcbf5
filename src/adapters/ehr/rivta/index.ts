// The adapter for the national service contracts (RIV-TA Basic Profile 2.1).

import { sharedSchemas } from '../../../domain/records/index.ts';
import type { Adapter, OpenSystem, RegionFacts, System } from '../adapter.ts';
import { comparingBirthDates } from '../birth-dates.ts';
import { answeringUpstream } from '../transport/file-upstream.ts';
import { openUpstream } from '../transport/open-upstream.ts';
import type { Upstream } from '../transport/upstream.ts';
import { timeReader, withDaysAsWritten } from '../values/written-times.ts';
import { alertInformation } from './alerts/alert-information.ts';
import { careContacts } from './care-contacts.ts';
import { readDocuments } from './documents.ts';
import { medicationHistory } from './medication/medication-history.ts';
import { filteredKind, RivtaMembers } from './members.ts';
import { careDocumentation } from './notes/care-documentation.ts';
import { readRelations } from './register/relations.ts';
import { readResident } from './register/resident-full-profile.ts';
import type { SoapConnection } from './soap/contract.ts';
import { readSchedule } from './subject-of-care-schedule.ts';

const openWith = (
  upstream: Upstream,
  { system, region }: { system: System; region: RegionFacts },
): OpenSystem => {
  const profile = system.profileMembers as RivtaMembers;
  const connection: SoapConnection = {
    system,
    profile,
    upstream,
    rules: { times: withDaysAsWritten(timeReader(region.time)), schemas: sharedSchemas },
    reserveRoot: region.reserveNumbersRoot,
    log: region.log,
    // Undefined only beyond the year 9999.
    now: () => region.time.toLocal(region.clock()) ?? '99991231235959',
  };
  const { facilities } = profile;
  return {
    ehr: comparingBirthDates({
      appointments: facilities === undefined ? undefined : readSchedule(connection, facilities),
      patients: readResident(connection),
      contacts: readDocuments(connection, careContacts),
      attentionSignals: readDocuments(connection, alertInformation),
      videoMeetings: undefined,
      prescriptions: readDocuments(connection, medicationHistory),
      journalNotes: readDocuments(connection, careDocumentation),
      writer: undefined,
    }),
    relations: readRelations(connection),
    isOpen: () => upstream.isOpen(),
    close: () => upstream.close(),
  };
};

/** The boundary in the first line of a saved multipart answer, which may follow an empty one. */
const firstBoundary = /^\s*--([^\r\n]{1,70})\r?\n/;

/** The `Content-Type` of an answer saved to a file: an envelope, or a multipart message with its attachments. */
const savedContentType = (file: Uint8Array): string => {
  const begin = Buffer.from(file.subarray(0, 200)).toString('latin1');
  const [, boundary] = firstBoundary.exec(begin) ?? [];
  return boundary === undefined ? 'text/xml' : `multipart/related; boundary="${boundary.trimEnd()}"`;
};

export const rivta: Adapter = {
  // Bookings are requested per facility: without `facilities` in the profile, they are not offered.
  offers: profile => ({
    kinds: [
      ...((profile as RivtaMembers).facilities === undefined ? [] : (['appointments'] as const)),
      'patients',
      'contacts',
      'attentionSignals',
      'prescriptions',
      'journalNotes',
    ],
    intervals: [filteredKind],
    relations: true,
  }),
  members: RivtaMembers,
  otherUrls: profile =>
    Object.values((profile as RivtaMembers).endpoints ?? {}).filter(url => URL.canParse(url)),
  open: (system, region) => openWith(openUpstream(system, region.clock), { system, region }),
  openFile: (bytes, system, region) => {
    const profile = system.profileMembers as RivtaMembers;
    // Bookings are requested per facility; a file is the answer of one.
    const profileMembers = { ...profile, facilities: profile.facilities?.slice(0, 1) };
    const answer = { status: 200, contentType: savedContentType(bytes), bytes };
    return openWith(
      answeringUpstream(system, () => answer),
      { system: { ...system, profileMembers }, region },
    );
  },
};

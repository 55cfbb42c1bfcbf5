// The third region's adapter: HL7 FHIR R4 (4.0.1) over REST, in JSON.

import type { SourceKind } from '../../../domain/records/index.ts';
import type { Ehr, EhrWriter } from '../../../ports/ehr.ts';
import type { Adapter, OpenSystem, RegionFacts, System } from '../adapter.ts';
import { comparingBirthDates } from '../birth-dates.ts';
import { answeringUpstream } from '../transport/file-upstream.ts';
import { openUpstream } from '../transport/open-upstream.ts';
import type { Upstream } from '../transport/upstream.ts';
import { partialObject } from '../values/values.ts';
import { readBookings } from './bookings/read-bookings.ts';
import { readFhirVideoMeetings } from './bookings/read-video-meetings.ts';
import { contacts } from './contacts.ts';
import { checkMembers, type FhirMembers, Members, type ResourceType, withDefaults } from './members.ts';
import { contentServers } from './notes/content-servers.ts';
import { fetchContents, maxContents } from './notes/fetch-contents.ts';
import { journalNotes } from './notes/journal-notes.ts';
import { readGuardians } from './patients/guardians.ts';
import { readFhirPatients } from './patients/read-patients.ts';
import { prescriptions } from './prescriptions/prescription.ts';
import { prepareNothing, readKind } from './records/read-kind.ts';
import { serverContext } from './search/server-context.ts';
import { attentionSignals } from './signals/attention-signals.ts';
import { bundleAnswers, noResource } from './wire/bundle-file.ts';
import { arrivalWriter } from './writes/arrival.ts';
import { paymentWriter } from './writes/payment.ts';

/** Kind → resource types. A system that serves any of them offers the kind. */
const needs: Readonly<Record<SourceKind, readonly ResourceType[]>> = {
  appointments: ['Appointment'],
  patients: ['Patient'],
  contacts: ['Encounter'],
  attentionSignals: ['AllergyIntolerance', 'Flag'],
  videoMeetings: ['Appointment'],
  prescriptions: ['MedicationRequest'],
  journalNotes: ['DocumentReference', 'Composition'],
};

const isOffered = ({ resources }: FhirMembers, kind: SourceKind): boolean =>
  needs[kind].some(type => resources.has(type));

/** @param openOther opens other servers that contents are read from. */
const openWith = (
  upstream: Upstream,
  {
    system,
    region,
    openOther,
  }: { system: System; region: RegionFacts; openOther?: (system: System) => Upstream },
): OpenSystem => {
  const members = withDefaults(system.profileMembers);
  const server = serverContext({ system, members, upstream, log: region.log }, region);
  const contents = contentServers(system, members, openOther);
  const plain = { prepare: prepareNothing };
  const offered = <K extends SourceKind>(kind: K, reader: Ehr[K]) =>
    isOffered(members, kind) ? reader : undefined;
  return {
    ehr: comparingBirthDates({
      appointments: offered('appointments', readBookings(server)),
      patients: readFhirPatients(server),
      contacts: offered('contacts', readKind(server, { kind: contacts, ...plain })),
      attentionSignals: offered('attentionSignals', readKind(server, { kind: attentionSignals, ...plain })),
      videoMeetings: offered('videoMeetings', readFhirVideoMeetings(server)),
      prescriptions: offered('prescriptions', readKind(server, { kind: prescriptions, ...plain })),
      journalNotes: offered(
        'journalNotes',
        readKind(server, { kind: journalNotes, prepare: fetchContents(contents) }),
      ),
      // Undefined if the profile enables no transition.
      writer: partialObject<EhrWriter>({ arrive: arrivalWriter(server), pay: paymentWriter(server) }),
    }),
    ...(members.resources.has('RelatedPerson') ? { relations: readGuardians(server) } : {}),
    isOpen: () => upstream.isOpen(),
    close: async () => {
      await Promise.all([contents.close(), upstream.close()]);
    },
  };
};

export const fhir: Adapter = {
  members: Members,
  check: checkMembers,
  otherUrls: written => [...withDefaults(written).contentOrigins],
  offers: written => {
    const members = withDefaults(written);
    return {
      kinds: (Object.keys(needs) as SourceKind[]).filter(kind => isOffered(members, kind)),
      relations: members.resources.has('RelatedPerson'),
      maxNotesWithSeparateText: maxContents,
    };
  },
  open: (system, region) => openWith(openUpstream(system, region.clock), { system, region }),
  openFile: (file, system, region) => {
    const { answer, isOnePage } = bundleAnswers(file);
    const { ehr, ...opened } = openWith(answeringUpstream(system, answer), {
      system,
      region,
      openOther: other => answeringUpstream(other, () => noResource),
    });
    return { ...opened, ehr: { ...ehr, writer: undefined }, isOnePage: () => isOnePage };
  },
};

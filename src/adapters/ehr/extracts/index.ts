// The adapter for legacy XML extracts (extracts.md).
import { sharedSchemas, sourceKinds } from '../../../domain/records/index.ts';
import type { Adapter, OpenSystem, RegionFacts, System } from '../adapter.ts';
import { answeringUpstream } from '../transport/file-upstream.ts';
import { openUpstream } from '../transport/open-upstream.ts';
import type { Upstream } from '../transport/upstream.ts';
import { timeReader } from '../values/written-times.ts';
import { faultReader } from './answers.ts';
import { readExtractBookings } from './bookings.ts';
import type { ExtractsConnection } from './documents.ts';
import { readExtractPatients, readExtracts } from './read-extracts.ts';
import { readExtractVideoMeetings } from './video-meetings.ts';
import { extractsWriter } from './writes.ts';

const openWith = (upstream: Upstream, system: System, region: RegionFacts): OpenSystem => {
  const rules = { times: timeReader(region.time), schemas: sharedSchemas };
  const connection: ExtractsConnection = { system, upstream, rules, faultCode: faultReader(rules) };
  return {
    ehr: {
      appointments: readExtractBookings(connection),
      patients: readExtractPatients(connection),
      contacts: readExtracts(connection, 'contacts'),
      attentionSignals: readExtracts(connection, 'attentionSignals'),
      videoMeetings: readExtractVideoMeetings(connection),
      prescriptions: readExtracts(connection, 'prescriptions'),
      journalNotes: readExtracts(connection, 'journalNotes'),
      writer: extractsWriter(connection, region.reserveNumbersRoot),
    },
    isOpen: () => upstream.isOpen(),
    close: () => upstream.close(),
  };
};

export const extracts: Adapter = {
  offers: () => ({ kinds: sourceKinds }),
  open: (system, region) => openWith(openUpstream(system, region.clock), system, region),
  openFile: (bytes, system, region) => {
    // Without a charset, the document's own declaration applies.
    const answer = { status: 200, contentType: 'application/xml', bytes };
    const upstream = answeringUpstream(system, () => answer);
    const { ehr, ...opened } = openWith(upstream, system, region);
    return { ...opened, ehr: { ...ehr, writer: undefined } };
  },
};

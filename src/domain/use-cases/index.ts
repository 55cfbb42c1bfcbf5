// The use cases, as http calls them.
import type { Clock } from '../../ports/clock.ts';
import type { RecordKind } from '../records/index.ts';
import { readAppointments } from './read-appointments.ts';
import { readPatientV2 } from './read-patient-v2.ts';
import { type Read, readRecords } from './read-records.ts';
import { readVideoMeetings } from './read-video-meetings.ts';
import type { ResolveSubject } from './resolve-subject.ts';
import { markArrived, registerPayment, type TransitionDeps } from './transition.ts';

type UseCaseDeps = TransitionDeps & { readonly clock: Clock; readonly resolveSubject: ResolveSubject };

/** Creates all use cases. */
export const useCases = (deps: UseCaseDeps) => {
  const read: { readonly [K in RecordKind]: Read<K> } = {
    appointments: readAppointments(deps),
    patients: readRecords(deps, 'patients'),
    patientsV2: readPatientV2(deps),
    contacts: readRecords(deps, 'contacts'),
    attentionSignals: readRecords(deps, 'attentionSignals'),
    videoMeetings: readVideoMeetings(deps),
    prescriptions: readRecords(deps, 'prescriptions'),
    journalNotes: readRecords(deps, 'journalNotes'),
  };
  return {
    resolveSubject: deps.resolveSubject,
    read,
    markArrived: markArrived(deps),
    registerPayment: registerPayment(deps),
  };
};

export type UseCases = Readonly<ReturnType<typeof useCases>>;

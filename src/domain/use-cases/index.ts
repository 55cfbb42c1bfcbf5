// The use cases, as http calls them.
import type { Clock } from '../../ports/clock.ts';
import type { RecordKind } from '../records/index.ts';
import { markArrived } from './mark-arrived.ts';
import { readAppointments } from './read-appointments.ts';
import { readPatientV2 } from './read-patient-v2.ts';
import { type Read, readRecords } from './read-records.ts';
import { readVideoMeetings } from './read-video-meetings.ts';
import { type PaymentCommand, registerPayment } from './register-payment.ts';
import type { ResolveSubject } from './resolve-subject.ts';
import type { TransitionAnswer, TransitionCommand, TransitionDeps } from './transition.ts';

export type UseCases = {
  readonly resolveSubject: ResolveSubject;
  readonly read: { readonly [K in RecordKind]: Read<K> };
  readonly markArrived: (command: TransitionCommand) => Promise<TransitionAnswer>;
  readonly registerPayment: (command: PaymentCommand) => Promise<TransitionAnswer>;
};

export type UseCaseDeps = TransitionDeps & { readonly clock: Clock; readonly resolveSubject: ResolveSubject };

/** Creates all use cases. */
export const useCases = (deps: UseCaseDeps): UseCases => ({
  resolveSubject: deps.resolveSubject,
  read: {
    appointments: readAppointments(deps),
    patients: readRecords(deps, 'patients'),
    patientsV2: readPatientV2(deps),
    contacts: readRecords(deps, 'contacts'),
    attentionSignals: readRecords(deps, 'attentionSignals'),
    videoMeetings: readVideoMeetings(deps),
    prescriptions: readRecords(deps, 'prescriptions'),
    journalNotes: readRecords(deps, 'journalNotes'),
  },
  markArrived: markArrived(deps),
  registerPayment: registerPayment(deps),
});

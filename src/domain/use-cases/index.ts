// The use cases that http offers; composition makes them.

import type { Clock } from '../../ports/clock.ts';
import type { BookedAppointmentsResult } from '../records/appointment.ts';
import type { RecordOf } from '../records/index.ts';
import type { ResultRecord } from '../records/transition.ts';
import type { VideoMeeting } from '../records/video-meeting.ts';
import type { ExtractKind } from '../rules/facts.ts';
import { readAppointments } from './read-appointments.ts';
import { type Answer, type ReadQuestion, readRecords } from './read-records.ts';
import { readVideoMeetings } from './read-video-meetings.ts';
import type { ResolveSubject } from './resolve-subject.ts';
import {
  type ArrivalWish,
  markArrived,
  type PaymentWish,
  registerPayment,
  type TransitionDeps,
} from './transitions.ts';

type Read<T> = (question: ReadQuestion) => Answer<T>;

export type UseCases = {
  readonly resolveSubject: ResolveSubject;
  readonly read: { readonly [K in ExtractKind]: Read<RecordOf<K>> } & {
    readonly appointments: Read<BookedAppointmentsResult>;
    readonly videoMeetings: Read<VideoMeeting>;
  };
  readonly markArrived: (wish: ArrivalWish) => Promise<ResultRecord>;
  readonly registerPayment: (wish: PaymentWish) => Promise<ResultRecord>;
};

export type UseCaseDeps = TransitionDeps & { readonly clock: Clock; readonly resolveSubject: ResolveSubject };

/** All of them. */
export const useCases = (deps: UseCaseDeps): UseCases => ({
  resolveSubject: deps.resolveSubject,
  read: {
    appointments: readAppointments(deps),
    patients: readRecords(deps, 'patients'),
    patientsV2: readRecords(deps, 'patientsV2'),
    contacts: readRecords(deps, 'contacts'),
    attentionSignals: readRecords(deps, 'attentionSignals'),
    videoMeetings: readVideoMeetings(deps),
    prescriptions: readRecords(deps, 'prescriptions'),
    journalNotes: readRecords(deps, 'journalNotes'),
  },
  markArrived: markArrived(deps),
  registerPayment: registerPayment(deps),
});

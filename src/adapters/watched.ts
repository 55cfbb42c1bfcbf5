// An EHR whose calls are noticed: with their system, kind, outcome and duration. A wrapper around the port.
import { isFailure } from '../domain/model/failure.ts';
import type { RecordKind } from '../domain/records/index.ts';
import type { Arrival, Ehr, EhrWriter, Reader } from '../ports/ehr.ts';
import type { EhrCallNotice, Notices } from '../ports/notices.ts';
import type { Stopwatch } from '../ports/stopwatch.ts';

type Watch = { readonly system: string; readonly notices: Notices; readonly stopwatch: Stopwatch };

/** The EHR's own word that something is not known is an answer. */
const outcomeOf = (error: unknown): Pick<EhrCallNotice, 'outcome' | 'detail'> => {
  if (isFailure(error, 'patient-unknown', 'booking-unknown')) return { outcome: 'done' };
  return isFailure(error) ? { outcome: error.code, detail: error.message } : { outcome: 'unexpected' };
};

/** Begins a call; what it answers ends it. */
const begin = ({ system, notices, stopwatch }: Watch, kind: EhrCallNotice['kind'], requestId: string) => {
  const began = stopwatch();
  return (outcome: Pick<EhrCallNotice, 'outcome' | 'detail'>) => {
    const durationMs = Math.round(stopwatch() - began);
    notices.ehrCall({ requestId, system, kind, ...outcome, durationMs });
  };
};

const reader = <T>(read: Reader<T>, kind: RecordKind, watch: Watch): Reader<T> =>
  async function* (question) {
    const end = begin(watch, kind, question.call.requestId);
    try {
      yield* read(question);
      end({ outcome: 'done' });
    } catch (error) {
      end(outcomeOf(error));
      throw error;
    }
  };

const writer = (told: EhrWriter, watch: Watch): EhrWriter => {
  const watching =
    <A extends Arrival, R>(tell: (wish: A) => Promise<R>, kind: 'arrival' | 'payment') =>
    async (wish: A): Promise<R> => {
      const end = begin(watch, kind, wish.call.requestId);
      try {
        const answered = await tell(wish);
        end({ outcome: 'done' });
        return answered;
      } catch (error) {
        end(outcomeOf(error));
        throw error;
      }
    };
  return { arrive: watching(told.arrive, 'arrival'), pay: watching(told.pay, 'payment') };
};

/** The same EHR; its calls are told of when they have ended. */
export const watched = (ehr: Ehr, watch: Watch): Ehr => {
  const of = <K extends RecordKind>(kind: K): Ehr[K] => {
    const read = ehr[kind] as Reader<unknown> | undefined;
    return (read === undefined ? undefined : reader(read, kind, watch)) as Ehr[K];
  };
  return {
    appointments: of('appointments'),
    patients: of('patients'),
    patientsV2: of('patientsV2'),
    contacts: of('contacts'),
    attentionSignals: of('attentionSignals'),
    videoMeetings: of('videoMeetings'),
    prescriptions: of('prescriptions'),
    journalNotes: of('journalNotes'),
    writer: ehr.writer === undefined ? undefined : writer(ehr.writer, watch),
  };
};

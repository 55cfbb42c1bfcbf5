// Reads one kind of one patient with the service's own use case. It reports only counts, paths and categories, never content.
import { systemStopwatch } from '../../src/adapters/time/system-clock.ts';
import type { Region } from '../../src/config/region/region.ts';
import { isFailure } from '../../src/domain/model/failure.ts';
import type { PatientNumber } from '../../src/domain/model/patient-number.ts';
import type { BookedAppointmentsResult } from '../../src/domain/records/appointment.ts';
import type { RecordKind } from '../../src/domain/records/index.ts';
import { noSuchPatient } from '../../src/domain/use-cases/read-appointments.ts';
import type { Protected } from '../../src/ports/ehr.ts';
import { categoriesInWords, leftOutInWords } from './left-out-words.ts';
import { reasonOf } from './reasons.ts';
import { openRegionReader, questionFor } from './region-reader.ts';

export type Outcome = {
  /** `no such patient` is a success: the system was reached and its answer understood. */
  readonly outcome: 'ok' | 'no such patient' | 'FAILED';
  readonly records: number | undefined;
  readonly durationMs: number;
  /** Why it failed, or what to look at although it did not. */
  readonly remarks: readonly string[];
};

type Question = {
  readonly region: Region;
  readonly kind: RecordKind;
  readonly patient: PatientNumber;
  /** Milliseconds, including retries. */
  readonly timeoutMs: number;
};

const isBookings = (kind: RecordKind, _record: unknown): _record is BookedAppointmentsResult =>
  kind === 'appointments';

/** How many records it counts as (bookings come as one list), and what its own result code says. */
const contentOf = (kind: RecordKind, record: unknown) => {
  if (!isBookings(kind, record)) return { count: 1, isUnknown: false, remarks: [] };
  const { ResultCode, Comment, Booking, RegisteredBooking } = record;
  const isUnknown = ResultCode === 'ERROR' && Comment === noSuchPatient;
  return {
    count: Booking.length + RegisteredBooking.length,
    isUnknown,
    remarks: ResultCode === 'OK' || isUnknown ? [] : [`the EHR answered with ResultCode ${ResultCode}`],
  };
};

/** If no patient record says whether the identity is protected, nobody can act for anybody (D27). */
const protectionRemarks = ({ representProtected }: Region, protections: readonly Protected[]): string[] =>
  representProtected || protections.length === 0 || protections.some(stated => stated !== 'not-said')
    ? []
    : [
        'no patient record says whether the identity is protected: nobody can act for anybody. See protectedIdentity',
      ];

/** Reads all records of a kind. It never rejects; a remark says why it failed. */
export const readKind = async (question: Question): Promise<Outcome> => {
  const { region, kind, patient, timeoutMs } = question;
  const { read, leftOut, protections, unlistedCategories, close } = openRegionReader(region);
  const began = systemStopwatch();
  const outcomeOf = (
    outcome: Outcome['outcome'],
    records?: number,
    remarks: readonly string[] = [],
  ): Outcome => ({
    outcome,
    records,
    durationMs: Math.round(systemStopwatch() - began),
    remarks: [
      ...remarks,
      ...protectionRemarks(region, protections),
      ...categoriesInWords(unlistedCategories),
      ...leftOutInWords(leftOut),
    ],
  });
  try {
    let [records, isUnknown] = [0, false];
    const remarks: string[] = [];
    for await (const record of read[kind](questionFor(patient, timeoutMs)).records) {
      const content = contentOf(kind, record);
      records += content.count;
      isUnknown ||= content.isUnknown;
      remarks.push(...content.remarks);
    }
    if (isUnknown) return outcomeOf('no such patient');
    return outcomeOf(leftOut.some(({ reason }) => reason === 'foreign') ? 'FAILED' : 'ok', records, remarks);
  } catch (error) {
    if (isFailure(error, 'patient-unknown')) return outcomeOf('no such patient');
    return outcomeOf('FAILED', undefined, [reasonOf(error, timeoutMs)]);
  } finally {
    await close();
  }
};

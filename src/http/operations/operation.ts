// What a row of the operation table is (operations.ts).
import type { Static, TObject, TSchema } from 'typebox';
import type { Ground } from '../../domain/model/caller.ts';
import type { PatientNumber } from '../../domain/model/patient-number.ts';
import type { RecordKind } from '../../domain/records/index.ts';
import type { ResultRecord } from '../../domain/records/transition.ts';
import type { UseCases } from '../../domain/use-cases/index.ts';
import type { Answer, ReadQuery } from '../../domain/use-cases/read-records.ts';
import type { Call } from '../../ports/call.ts';
import type { Decision } from '../description/decisions.ts';

/**
 * The shape of an error's body (D12): `message` is `{statusCode, message}`, `error` is
 * `{error, path, status, timestamp}`.
 */
export type Shape = 'message' | 'error';

type Row = {
  readonly number: number;
  /** Its name in the access log and its id in the API description (D23). */
  readonly name: string;
  /** What it is called in the contract's table. */
  readonly title: string;
  /** What it does, for those who call it (Markdown). */
  readonly about: string;
  /** The group in which the API page shows it. */
  readonly tag: 'Appointments' | 'Patient' | 'Health record';
  readonly path: `/${string}/`;
  /**
   * The `api-version` that it answers: `required` is the one of two rows on a path that has it, `optional` is answered
   * without one too (D9).
   */
  readonly version?: 'required' | 'optional';
  readonly scope: string;
  readonly shape: Shape;
  /** Error statuses that the contract's own text lists for it. The others are decided. */
  readonly documented: readonly number[];
  /** Behaviours that the contract leaves open and that concern this row in particular. */
  readonly decided: readonly Decision[];
};

/** A row that answers an array of the records of a kind. */
export type ReadRow<K extends RecordKind = RecordKind> = Row & {
  readonly method: 'GET';
  /** Whether it takes the date-time filter (D8). */
  readonly interval: boolean;
  readonly kind: K;
  /** `NoInfer`: the kind is what the row says, not what `run` happens to answer. */
  readonly run: (useCases: UseCases, question: ReadQuery) => Answer<NoInfer<K>>;
};

/** Whose appointment, on what ground, and what runs before the EHR is told. */
export type WriteRequest<Query, Body> = {
  readonly patient: PatientNumber;
  readonly ground: Ground;
  readonly call: Call;
  readonly begin: () => Promise<void>;
  readonly query: Query;
  readonly body: Body;
};

/** A row that changes something, and answers a `ResultRecord` or an array of one. */
export type WriteRow<Query extends TObject = TObject, Body extends TSchema = TSchema> = Row & {
  readonly method: 'POST' | 'PUT';
  readonly query: Query;
  readonly body: Body;
  readonly answersArray: boolean;
  readonly run: (
    useCases: UseCases,
    request: WriteRequest<Static<Query>, Static<Body>>,
  ) => Promise<ResultRecord>;
};

export type Operation = ReadRow | WriteRow;

/** Number and name, as the access log and the metrics have them (D23). */
export const operationName = ({ number, name }: Operation): string => `${number} ${name}`;

/** A row that reads; `run` must answer records of its kind. */
export const reads = <K extends RecordKind>(row: Omit<ReadRow<K>, 'method'>): Operation =>
  ({ ...row, method: 'GET' }) as ReadRow<K> as unknown as ReadRow;

/** A row that writes; `run` sees of the query and the body what their schemas declare. */
export const writes = <Query extends TObject, Body extends TSchema>(row: WriteRow<Query, Body>): Operation =>
  row as unknown as WriteRow;

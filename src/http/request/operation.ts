// The type of an operation, one row of the table in operations.ts, and which operations a region offers (D24).
import type { Static, TObject, TSchema } from 'typebox';
import type { OperationName } from '../../domain/model/operation-names.ts';
import type { RecordKind } from '../../domain/records/index.ts';
import type { UseCases } from '../../domain/use-cases/index.ts';
import type { Answer, ReadQuery } from '../../domain/use-cases/read-records.ts';
import type { TransitionAnswer, TransitionCommand } from '../../domain/use-cases/transition.ts';
import type { EhrWriter } from '../../ports/ehr.ts';
import type { Decision } from './decisions.ts';

/**
 * The shape of an error's body (D12): `message` is `{statusCode, message}`, `error` is
 * `{error, path, status, timestamp}`.
 */
export type Shape = 'message' | 'error';

type Row = {
  readonly number: number;
  /** The name in the access log, and the id in the API description (D23). */
  readonly name: OperationName;
  /** The title, from the contract's table. */
  readonly title: string;
  /** What the operation does, for app developers (Markdown). */
  readonly about: string;
  /** The group on the API page. */
  readonly tag: 'Appointments' | 'Patient' | 'Health record';
  readonly path: `/${string}/`;
  /**
   * Whether the operation has `api-version=v2`: `required` tells it apart from the other operation on the same path,
   * `optional` also accepts requests without it (D9).
   */
  readonly version?: 'required' | 'optional';
  readonly scope: string;
  readonly shape: Shape;
  /** The error statuses that the contract lists. This service decided the others. */
  readonly documented: readonly number[];
  /** The decisions that concern this operation in particular. */
  readonly decided: readonly Decision[];
};

/** An operation that answers an array of records of one kind. */
export type ReadRow<K extends RecordKind = RecordKind> = Row & {
  readonly method: 'GET';
  /** Whether it accepts an interval (D8). */
  readonly interval: boolean;
  readonly kind: K;
  /** `NoInfer`: `kind` decides the type, and `run` must match it. */
  readonly run: (useCases: UseCases, question: ReadQuery) => Answer<NoInfer<K>>;
};

/** What a write does to an appointment, by the name of the writer's function (ports/ehr.ts). */
type Transition = keyof EhrWriter;

/** An operation that changes something. It answers a `ResultRecord`, or an array of one. */
export type WriteRow<Query extends TObject = TObject, Body extends TSchema = TSchema> = Row & {
  readonly method: 'POST' | 'PUT';
  readonly transition: Transition;
  readonly query: Query;
  readonly body: Body;
  readonly answersArray: boolean;
  readonly run: (
    useCases: UseCases,
    /** The input, after all checks. */
    request: Omit<TransitionCommand, 'bookingId'> & {
      readonly query: Static<Query>;
      readonly body: Static<Body>;
    },
  ) => Promise<TransitionAnswer>;
};

export type Operation = ReadRow | WriteRow;

/** What the region behind the service offers. */
export type Offered = {
  /** The region's time zone: times without an offset are in it. */
  readonly timeZone: string;
  readonly kinds: ReadonlySet<RecordKind>;
  readonly transitions: ReadonlySet<Transition>;
  /** The most journal notes of an answer whose text is fetched where it is stored apart; undefined without a limit. */
  readonly maxNotesWithSeparateText: number | undefined;
};

/** Whether a region offers an operation; otherwise it answers 501, or `ERROR` (D24). */
export const isOffered = (operation: Operation, { kinds, transitions }: Offered): boolean =>
  operation.method === 'GET' ? kinds.has(operation.kind) : transitions.has(operation.transition);

/** Number and name, as in the access log and the metrics (D23). */
export const operationName = ({ number, name }: Operation): string => `${number} ${name}`;

/** Declares an operation that reads. `run` must return records of its kind. */
export const reads = <K extends RecordKind>(row: Omit<ReadRow<K>, 'method'>): Operation =>
  ({ ...row, method: 'GET' }) as ReadRow<K> as unknown as ReadRow;

/** Declares an operation that writes. The types of query and body in `run` follow from their schemas. */
export const writes = <Query extends TObject, Body extends TSchema>(row: WriteRow<Query, Body>): Operation =>
  row as unknown as WriteRow;

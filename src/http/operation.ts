// What a row of the operation table is (operations.ts).
import type { Static, TSchema } from 'typebox';
import type { UseCases } from '../domain/use-cases/index.ts';
import type { Answer, ReadQuestion } from '../domain/use-cases/read-records.ts';

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
  readonly decided: readonly `D${number}`[];
};

export type ReadRow<Item extends TSchema = TSchema> = Row & {
  readonly method: 'GET';
  /** Whether it takes the date-time filter (D8). */
  readonly interval: boolean;
  /** One element of the array that it answers. */
  readonly item: Item;
  readonly run: (useCases: UseCases, question: ReadQuestion) => Answer<Static<Item>>;
};

export type Operation = ReadRow;

/** A row that answers records; `run` must answer what the row says. */
export const reads = <Item extends TSchema>(row: Omit<ReadRow<Item>, 'method'>): Operation => ({
  ...row,
  method: 'GET',
});

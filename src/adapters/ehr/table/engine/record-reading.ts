// What is noted while one record is read: what of it has been read, what is lost, and the plain text of its HTML.
import type { Json } from '../../../../domain/model/json.ts';
import { type LossList, type LossReason, lossList } from '../../../../domain/model/loss.ts';
import type { PatientNumber } from '../../../../domain/model/patient-number.ts';
import { htmlText } from '../../translation/markup/html.ts';
import type { PlainText } from '../../translation/markup/plain-text-writer.ts';
import type { TextLimits } from '../../translation/markup/read-markup.ts';
import type { Reads } from '../../values/unread.ts';
import { type Parsed, unreadable } from '../../values/written-values.ts';
import type { Member } from '../../xml/plan.ts';
import type { CompiledRow } from '../scope.ts';
import type { Tables } from '../tables.ts';
import type { Counter } from './counts.ts';
import type { ValueContext } from './find.ts';
import type { RecordContext } from './located-records.ts';
import type { ListReferences } from './references.ts';

/** The plain text of HTML; undefined if it has not been read yet, `unreadable` if it cannot be read. */
type HtmlReader = (html: string) => Parsed<PlainText>;

export type Fields = Record<string, unknown>;

/** What is noted while one record is read. */
export type RecordReading = RecordContext &
  ValueContext & {
    readonly losses: LossList;
    /** What has been read of the record. */
    readonly reads: Reads;
    readonly html: HtmlReader;
    /** Whose record it is; undefined if nobody knows it, because the answer is a file. */
    readonly patient?: PatientNumber | undefined;
    /** The region's local time, as 14 digits. */
    readonly now?: string | undefined;
    /** What the record refers to in its answer. */
    readonly refer: ListReferences;
    /** Takes the counters of what rows and marks have read. */
    readonly seen: Counter[];
    /** Called with what became of each row that reads values itself, to explain it to those who write tables. */
    readonly note?: (read: RowRead) => void;
  };

/** Begins to read a record: nothing of it has been read, and nothing is lost. */
export const newRecordReading = (
  { format }: Pick<Tables, 'format'>,
  context: RecordContext,
  more: Pick<RecordReading, 'html' | 'refer' | 'note' | 'patient' | 'now'>,
): RecordReading => ({
  format,
  ...context,
  ...more,
  losses: lossList(),
  reads: new Map(),
  seen: [],
});

/** What a row has made of an object of the answer. */
export type RowRead = {
  readonly row: CompiledRow;
  /** The object at which its paths start; for items without an object, the item. */
  readonly node: Json;
  /** `unmet` and `unknown`: what its conditions say. */
  readonly outcome: 'read' | 'lost' | 'absent' | 'unmet' | 'unknown';
  /** The item of a list whose word no condition of `where` knows. */
  readonly item?: Json;
  readonly values: readonly unknown[];
};

/** Counts that a member of the record is lost. */
export const lose = (
  { losses }: RecordReading,
  { path, hides }: Pick<Member, 'path' | 'hides'>,
  reason: LossReason = 'unreadable',
): void => losses.add({ path, reason, hides });

/** For records without HTML, and where nobody asks for its text. */
export const noHtml: HtmlReader = () => unreadable;

/**
 * Fills a record, and once more if it has HTML, whose texts are known then: reading one takes several turns of the event loop (D32), and rows
 * are applied in one.
 * @param fillOnce starts from nothing each time.
 */
export const fillWithHtml = async <T>(fillOnce: (html: HtmlReader) => T, limits: TextLimits): Promise<T> => {
  const texts = new Map<string, Parsed<PlainText>>();
  const html: HtmlReader = text => {
    if (!texts.has(text)) texts.set(text, undefined);
    return texts.get(text);
  };
  const filled = fillOnce(html);
  if (texts.size === 0) return filled;
  for (const text of texts.keys()) texts.set(text, (await htmlText(text, limits)) ?? unreadable);
  return fillOnce(html);
};

// Which page of a list comes next: by a cursor or a link, or by the number of pages or records so far.
import { hasControls } from '../../../../domain/model/control-characters.ts';
import { digitsOf, type Json } from '../../../../domain/model/json.ts';
import { pathBelow } from '../../transport/own-urls.ts';
import { unreadable } from '../../values/written-values.ts';
import type { Format, Steps } from '../source-path.ts';
import type { NextPage } from '../tables.ts';
import { unusable } from './answers.ts';
import { find, scalarOf, wordAt } from './find.ts';

/** A request: its path below the base URL, with the query if a link leads to it. */
export type PageRequest = { readonly path: string; readonly query: Readonly<Record<string, string>> };

/** The next request: parameters that are added to the first one, or another address. Undefined after the last page. */
export type Following = { readonly added: PageRequest['query'] } | { readonly path: string } | undefined;

/** A text of an answer, or the digits of a number where one is expected. In XML, both are texts. */
const textAt = (
  answer: Json,
  steps: Steps,
  { format, isDigits }: { format: Format; isDigits: boolean },
): string | undefined => {
  const value = scalarOf(find(answer, steps), { format });
  if (value === undefined) return undefined;
  const isText = format === 'xml' || !isDigits;
  const wanted = typeof value === 'string' && isText ? value : undefined;
  const text = isText || value === unreadable ? wanted : digitsOf(value);
  if (text === undefined || hasControls(text)) throw unusable('a cursor that cannot be read');
  return text;
};

/** What has been read of a list. */
export type ListProgress = {
  readonly format: Format;
  readonly baseUrl: string;
  /** The address of the last page. */
  readonly current: string;
  /** Pages so far, and the records on all of them and on the last. */
  readonly pages: number;
  readonly records: number;
  readonly received: number;
};

type Counted = Extract<NextPage, { kind: 'counted' }>;

/** Whether a counted list goes on. Throws if it does not say so in a way that is understood. */
const goesOn = ({ end }: Counted, answer: Json, { format, records }: ListProgress): boolean => {
  if ('more' in end) {
    const more = wordAt(answer, end.more, { format });
    if (more !== 'true' && more !== 'false') throw unusable('a list that does not say whether there is more');
    return more === 'true';
  }
  const text = textAt(answer, end.total, { format, isDigits: true });
  if (text === undefined) throw unusable('a list without the total of its records');
  if (!/^\d{1,9}$/.test(text)) throw unusable('a total that is no number of records');
  const total = Number(text);
  if (records > total) throw unusable('more records than the total');
  return records < total;
};

/** Why a link cannot be followed, and what does without it. */
const linkFault = (url: string, { baseUrl, current }: ListProgress): string => {
  const why = () => {
    if (!URL.canParse(url, current)) return 'it is no address';
    return new URL(url, current).origin === new URL(baseUrl).origin
      ? 'it leads outside of baseUrl, or some servers could read it as another address'
      : 'it leads to another host, of which "host": "ignored" takes the path alone';
  };
  return `a link to the next page that cannot be followed: ${why()}. Where the EHR counts, next needs no link: "offset" or "page"`;
};

/** What is asked for after a page. Throws if the answer does not say in a way that is understood whether there is more. */
export const following = (next: NextPage | undefined, answer: Json, progress: ListProgress): Following => {
  if (next === undefined) return undefined;
  const { format, baseUrl, current, pages, records, received } = progress;
  if (next.kind === 'counted') {
    if (!goesOn(next, answer, progress)) return undefined;
    if (received === 0) throw unusable('a page without records before the last one');
    const { first, parameter } = next;
    return { added: { [parameter]: String(first === undefined ? records : first + pages) } };
  }
  const text = textAt(answer, next.steps, {
    format,
    isDigits: next.kind === 'cursor' && next.isDigits,
  });
  if (text === undefined) return undefined;
  if (next.kind === 'cursor') return { added: { [next.parameter]: text } };
  const host = next.ignoresHost ? /^https?:\/\/[^/?#\\]+/i : /^$/;
  const url = text.trim().replace(host, '');
  const path = pathBelow(baseUrl, { url, from: current });
  if (path === undefined) throw unusable(linkFault(url, progress));
  return { path };
};

/** The parameter of the first page, if pages have numbers. */
export const firstPage = (next: NextPage | undefined): PageRequest['query'] =>
  next?.kind === 'counted' && next.first !== undefined ? { [next.parameter]: String(next.first) } : {};

// The table that `npm run subscription -- list` prints.
import type { WrittenSubscription } from '../../src/config/subscriptions.ts';
import { shortened, table, widthBeside } from '../table.ts';
import { type Subscriptions, shortHash } from './change.ts';

const [maxName, limit, key, date] = [32, 7, 19, 10] as const;

/** Texts joined with commas, on as many lines as they need. */
const packed = (texts: readonly string[], width: number): string[] => {
  const lines: string[] = [];
  for (const [at, text] of texts.entries()) {
    const isLast = at === texts.length - 1;
    const next = isLast ? shortened(text, width) : `${shortened(text, width - 1)},`;
    const line = lines.at(-1);
    if (line === undefined || line.length + next.length > width) lines.push(next);
    else lines[lines.length - 1] = line + next;
  }
  return lines;
};

/** A line for each further member that the subscription has. */
const furtherLines = ({ paused, expires, contact, operations, networks }: WrittenSubscription): string[] => {
  const members = {
    paused: paused === true ? ['yes'] : [],
    expires: expires === undefined ? [] : [`after ${expires}`],
    contact: contact === undefined ? [] : [contact],
    operations: operations ?? [],
    networks: networks ?? [],
  };
  const indent = '  ';
  const widest = Math.max(...Object.keys(members).map(name => name.length));
  const width = widthBeside([indent.length, widest]);
  const { row } = table([
    { title: '', width: indent.length },
    { title: '', width: widest },
    { title: '', width },
  ]);
  return Object.entries(members).flatMap(([name, texts]) =>
    packed(texts, width).map((line, at) => row(['', at === 0 ? name : '', line])),
  );
};

/**
 * The heading and a line for each key, the older one of a subscription first. Names, limits and clients are beside the
 * first key; more clients than fit continue on the following lines. Below them are the other members.
 */
export const listLines = (list: Subscriptions): string[] => {
  const name = Math.min(maxName, Math.max(4, ...list.map(one => one.name.length)));
  const clientsWidth = widthBeside([name, limit, limit, key, date]);
  const { head, row } = table([
    { title: 'NAME', width: name },
    { title: 'LIMIT', width: limit },
    { title: 'USER', width: limit },
    { title: 'KEY', width: key },
    { title: 'ADDED', width: date },
    { title: 'CLIENTS', width: clientsWidth },
  ]);
  const lines = list.flatMap(one => {
    const clients = one.clients === undefined ? ['any'] : packed(one.clients, clientsWidth);
    const first = [one.name, String(one.rateLimit ?? '-'), String(one.userRateLimit ?? '-')];
    const rows = Array.from({ length: Math.max(one.keys.length, clients.length) }, (_, at) => {
      const hash = one.keys[at];
      const shown = hash === undefined ? ['', ''] : [shortHash(hash), one.keysAdded?.[hash] ?? 'unknown'];
      return row([...(at === 0 ? first : ['', '', '']), ...shown, clients[at] ?? '']);
    });
    return [...rows, ...furtherLines(one)];
  });
  return [head, ...lines];
};

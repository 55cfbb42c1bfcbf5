// Large answers, many subscriptions, many idle clients.
import { crowd } from '../measure/crowd.ts';
import type { Results } from '../results.ts';
import { spreadOf } from '../statistics.ts';
import { shown } from './figures.ts';

export const sizeTable = ({ limits = [], memory = [], crowd: crowds = [] }: Results): string => {
  const statuses = (limits.at(-1) ?? []).map(
    ({ size, status, answerBytes }) => `| a journal of ${size} | ${status}, ${answerBytes} bytes of JSON |`,
  );
  const large = memory.flatMap(run => run.filter(({ size }) => size === '60 MB'));
  const grown = spreadOf(large.map(({ multiple }) => multiple));
  const [alone, crowded] = [spreadOf(crowds.map(one => one.alone)), spreadOf(crowds.map(one => one.crowded))];
  const { subscriptions, idleClients } = crowd;
  return [
    '| | |',
    '|---|---|',
    ...statuses,
    ...(large.length === 0 ? [] : [`| peak memory over base for 60 MB | ${shown(grown)} × the XML |`]),
    `| CPU s / 1,000 small requests, one subscription, no idle clients | ${shown(alone, 2)} |`,
    `| the same with ${subscriptions} subscriptions and ${idleClients} idle clients | ${shown(crowded, 2)} |`,
  ].join('\n');
};

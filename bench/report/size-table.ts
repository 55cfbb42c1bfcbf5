// Large answers, many subscriptions, many idle clients.
import { crowd } from '../measure/crowd.ts';
import type { Results } from '../results.ts';
import { spreadOf } from '../statistics.ts';
import { shown } from './figures.ts';

export const sizeTable = ({ limits = [], memory = [], crowd: crowdCost }: Results): string => {
  const statuses = limits.map(
    ({ size, status, answerBytes }) => `| a journal of ${size} | ${status}, ${answerBytes} bytes of JSON |`,
  );
  const large = memory.flatMap(run => run.filter(({ size }) => size === '60 MB'));
  const grown = spreadOf(large.map(({ multiple }) => multiple));
  const { subscriptions, idleClients } = crowd;
  return [
    '| | |',
    '|---|---|',
    ...statuses,
    ...(large.length === 0 ? [] : [`| peak memory over base for 60 MB | ${shown(grown)} × the XML |`]),
    ...(crowdCost === undefined
      ? []
      : [
          `| CPU s / 1,000 small requests, one subscription, no idle clients | ${crowdCost.alone.toFixed(2)} |`,
          `| the same with ${subscriptions} subscriptions and ${idleClients} idle clients | ${crowdCost.crowded.toFixed(2)} |`,
        ]),
  ].join('\n');
};

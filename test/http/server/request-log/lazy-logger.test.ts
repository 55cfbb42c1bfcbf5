// The logger of a request: made when it first logs, and like any other then.
import { expect, test, vi } from 'vitest';
import { lazyChild } from '../../../../src/http/server/request-log/lazy-logger.ts';
import { createLogger } from '../../../../src/process/logger.ts';

const open = (level = 'trace') => {
  const lines: Record<string, unknown>[] = [];
  const parent = createLogger(level, line => void lines.push(JSON.parse(line)));
  const child = vi.spyOn(parent, 'child');
  return { logger: lazyChild(parent, { requestId: 'r-1' }), lines, child };
};

test('it is made once, when it logs', () => {
  const { logger, lines, child } = open();
  expect(child).not.toHaveBeenCalled();
  logger.info({ a: 1 }, 'one');
  logger.warn('two');
  expect(child).toHaveBeenCalledOnce();
  expect(lines).toMatchObject([
    { level: 'info', requestId: 'r-1', a: 1, msg: 'one' },
    { level: 'warn', requestId: 'r-1', msg: 'two' },
  ]);
});

test('every level', () => {
  const { logger, lines } = open();
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
  for (const level of levels) logger[level]({ headers: { authorization: 'secret' } }, 'a %s', 'word');
  expect(lines.map(({ level }) => level)).toEqual(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
  for (const line of lines)
    expect(line).toMatchObject({ msg: 'a word', headers: { authorization: '[Redacted]' } });
});

test('its level can be read and changed', () => {
  const { logger, lines } = open('info');
  expect(logger.level).toBe('info');
  logger.level = 'error';
  logger.info('one');
  logger.error('two');
  expect(lines.map(({ msg }) => msg)).toEqual(['two']);
});

test('its children have its bindings', () => {
  const { logger, lines } = open();
  logger.child({ more: 1 }).info('one');
  expect(lines).toMatchObject([{ requestId: 'r-1', more: 1, msg: 'one' }]);
});

// The service's log: nothing personal in it, and no words of libraries, which may quote what they choked on (D23).
import { describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/adapters/telemetry/logger.ts';
import { Failure } from '../../../src/domain/model/failure.ts';

type Logger = ReturnType<typeof createLogger>;

/** What a piece of work logs, as text and by line. */
const logged = (work: (logger: Logger) => void, level = 'info') => {
  let text = '';
  const take = (line: string) => {
    text += line;
  };
  work(createLogger(level, take));
  const lines = text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>);
  return { text, lines };
};

const secret = '191212121212-is-quoted';

test('a line is JSON with time, level, message and fields', () => {
  const { lines } = logged(logger => logger.info({ kind: 'contacts' }, 'a word'));
  expect(lines).toMatchObject([{ level: 'info', kind: 'contacts', msg: 'a word' }]);
  expect(lines[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('the level counts', () => {
  const work = (logger: Logger) => {
    logger.info({}, 'a');
    logger.warn({}, 'b');
    logger.error({}, 'c');
  };
  expect(logged(work, 'warn').lines.map(({ msg }) => msg)).toEqual(['b', 'c']);
});

describe('headers that name a person or open a door are not logged', () => {
  const names = ['authorization', 'ocp-apim-subscription-key', 'patient', 'cookie', 'x-api-key'];
  const headers = { ...Object.fromEntries(names.map(name => [name, secret])), accept: 'application/json' };

  test.each([
    ['alone', headers],
    ['as headers', { headers }],
    ['as headers of something', { req: { headers } }],
    ['as headers of something else', { upstream: { headers } }],
  ])('%s', (_, fields) => {
    const { text } = logged(logger => logger.info(fields, 'a request'));
    expect(text).not.toContain(secret);
    expect(text).toContain('application/json');
  });
});

describe('errors', () => {
  test('of libraries: by name, code and place, without their words', () => {
    const error = Object.assign(new SyntaxError(`Unexpected token in ${secret}`), {
      code: 'ERR_X',
      value: secret,
    });
    const { text, lines } = logged(logger => logger.error({ err: error }, 'it failed'));
    expect(text).not.toContain(secret);
    expect(lines).toMatchObject([{ msg: 'it failed', err: { type: 'SyntaxError', code: 'ERR_X' } }]);
    expect(text).toContain('logger.test.ts');
  });

  test('of our own: with their words, and their causes without', () => {
    const cause = new TypeError(secret, { cause: new RangeError(secret) });
    const failure = new Failure('ehr-unusable', { reason: 'ehr-document', detail: 'not well-formed', cause });
    const { text, lines } = logged(logger => logger.warn({ err: failure }, 'it failed'));
    expect(text).not.toContain(secret);
    expect(lines).toMatchObject([
      {
        err: {
          type: 'Failure',
          code: 'ehr-unusable',
          message: 'not well-formed',
          cause: { type: 'TypeError', cause: { type: 'RangeError' } },
        },
      },
    ]);
  });

  test('with their place where they may be a bug of ours, and only there', () => {
    const stackOf = (err: Error) =>
      logged(logger => logger.warn({ err }, 'it failed')).lines[0]?.err as object;
    expect(stackOf(new TypeError('x'))).toHaveProperty('stack');
    const bug = stackOf(new Failure('unexpected', { cause: new TypeError('x') }));
    expect(bug).toMatchObject({ stack: expect.any(Array), cause: { stack: expect.any(Array) } });
    const foreseen = stackOf(new Failure('keys-unavailable', { cause: new TypeError('x') }));
    expect(JSON.stringify(foreseen)).not.toContain('stack');
  });

  test.each([
    ['several in one', new AggregateError([new Error(secret)], secret)],
    ['a text', secret],
    ['an object', { message: secret, name: secret }],
    ['a cause that is not an Error', new Error('x', { cause: secret })],
    ['words of several lines, one like a place in the code', new Error(`x\n    at ${secret}\n    at y`)],
  ])('%s', (_, err) => {
    const { text } = logged(logger => logger.error({ err }, 'it failed'));
    expect(text).not.toContain(secret);
  });

  test.each<[string, (logger: Logger, error: Error) => void]>([
    ['an error alone', (logger, error) => logger.error(error)],
    ['an error without a message beside it', (logger, error) => logger.error({ err: error })],
    ['an error with a message beside it', (logger, error) => logger.error(error, 'it failed')],
    [
      'an error logged by a child',
      (logger, error) => logger.child({ requestId: 'r-1' }).error({ err: error }),
    ],
  ])('%s', (_, log) => {
    const { text, lines } = logged(logger => log(logger, new SyntaxError(secret)));
    expect(text).not.toContain(secret);
    expect(lines).toMatchObject([{ err: { type: 'SyntaxError' } }]);
  });
});

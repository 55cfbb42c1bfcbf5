// Lines of the service's log: they wait for whoever writes or reads them, up to a limit, and never longer than that (D34).
import { describe, expect, test, vi } from 'vitest';
import { logOutput, type Recovery, type WriteText } from '../../src/process/log-output.ts';

const MiB = 1024 * 1024;
const line = (text: string) => `${text}\n`;

/** What is written is kept; `answer` says what becomes of each write. */
const recorded = (answer: WriteText = async bytes => ({ written: bytes.length })) => {
  const writes: string[] = [];
  const recovered: Recovery[] = [];
  const write: WriteText = async bytes => {
    const done = await answer(bytes);
    writes.push(bytes.subarray(0, done.written).toString());
    return done;
  };
  return { output: logOutput(write, recovery => void recovered.push(recovery)), writes, recovered };
};

/** A write that does not return until it is let go. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const write: WriteText = async bytes => {
    await promise;
    return { written: bytes.length };
  };
  return { write, letGo: resolve };
};

const full = (): Awaited<ReturnType<WriteText>> => ({
  written: 0,
  error: Object.assign(new Error('no space'), { code: 'ENOSPC' }),
});

describe('usually', () => {
  test('lines are written together, in their order', async () => {
    const { output, writes } = recorded();
    for (const word of ['a', 'b', 'å']) output.write(line(word), false);
    expect(writes).toEqual([]);
    await output.flush(1000);
    expect(writes).toEqual(['a\nb\nå\n']);
  });

  test('as soon as there are enough of them', async () => {
    const { output, writes } = recorded();
    for (let count = 0; count < 164; count++) output.write(line('x'.repeat(99)), false);
    await vi.waitFor(() => expect(writes).toHaveLength(1));
    expect(writes[0]?.length).toBe(16_400);
  });

  test('an urgent one immediately, with those before it', async () => {
    const { output, writes } = recorded();
    output.write(line('a'), false);
    output.write(line('b'), true);
    await vi.waitFor(() => expect(writes).toEqual(['a\nb\n']));
  });

  test('an urgent one that comes while others are written, right after them', async () => {
    const { write, letGo } = held();
    const { output, writes } = recorded(write);
    output.write(line('a'), true);
    output.write(line('b'), true);
    letGo();
    await vi.waitFor(() => expect(writes).toEqual(['a\n', 'b\n']));
  });

  test('nothing is dropped', async () => {
    const { output, writes, recovered } = recorded();
    const long = 'x'.repeat(1000);
    for (let count = 0; count < 5000; count++) output.write(line(long), false);
    await output.flush(1000);
    expect(writes.join('')).toBe(line(long).repeat(5000));
    expect([output.dropped(), recovered]).toEqual([0, []]);
  });
});

describe('while nobody reads', () => {
  test('at most eight MiB wait; further lines are dropped and counted, and reported once it is read again', async () => {
    const { write, letGo } = held();
    const { output, writes, recovered } = recorded(write);
    const long = line('x'.repeat(1023));
    const most = 8 * 1024;
    for (let count = 0; count < most + 100; count++) output.write(long, false);
    expect(output.dropped()).toBe(100);
    letGo();
    await output.flush(1000);
    expect(writes.join('').length).toBe(8 * MiB);
    expect(recovered).toEqual([{ lines: 100, code: undefined }]);
    output.write(long, true);
    await output.flush(1000);
    expect(output.dropped()).toBe(100);
    expect(recovered).toHaveLength(1);
  });

  test('bytes are counted, not characters', () => {
    const { output } = recorded(held().write);
    for (let count = 0; count < 8; count++) output.write('å'.repeat(MiB / 2), false);
    expect(output.dropped()).toBe(0);
    output.write('å', false);
    expect(output.dropped()).toBe(1);
  });

  test('a flush gives up', async () => {
    const { output, writes } = recorded(held().write);
    output.write(line('a'), false);
    await output.flush(10);
    expect(writes).toEqual([]);
  });
});

describe('while it cannot be written', () => {
  test('it is retried from where it stopped', async () => {
    vi.useFakeTimers();
    try {
      let room = 3;
      const { output, writes } = recorded(async bytes => {
        const written = Math.min(room, bytes.length);
        room -= written;
        return written === bytes.length ? { written } : { ...full(), written };
      });
      output.write(line('abcdef'), true);
      await vi.advanceTimersByTimeAsync(1);
      expect(writes).toEqual(['abc']);
      await vi.advanceTimersByTimeAsync(1000);
      expect(writes).toEqual(['abc', '']);
      room = 100;
      output.write(line('g'), false);
      await vi.advanceTimersByTimeAsync(2000);
      expect(writes.join('')).toBe('abcdef\ng\n');
    } finally {
      vi.useRealTimers();
    }
  });

  test('dropped lines are reported with the error code', async () => {
    let isFull = true;
    const { output, recovered } = recorded(async bytes => (isFull ? full() : { written: bytes.length }));
    for (let count = 0; count < 9; count++) output.write('x'.repeat(MiB), true);
    expect(output.dropped()).toBe(1);
    isFull = false;
    await output.flush(5000);
    expect(recovered).toEqual([{ lines: 1, code: 'ENOSPC' }]);
  });

  test('an error that was over before lines are dropped is not their cause', async () => {
    const unread = Promise.withResolvers<void>();
    const answers: WriteText[] = [
      async () => full(),
      async bytes => ({ written: bytes.length }),
      async bytes => {
        await unread.promise;
        return { written: bytes.length };
      },
    ];
    const whole: WriteText = async bytes => ({ written: bytes.length });
    const { output, recovered } = recorded(bytes => (answers.shift() ?? whole)(bytes));
    output.write(line('a'), true);
    await output.flush(5000);
    expect(answers).toHaveLength(1);
    for (let count = 0; count < 9; count++) output.write('x'.repeat(MiB), true);
    expect(output.dropped()).toBe(1);
    unread.resolve();
    await output.flush(5000);
    expect(recovered).toEqual([{ lines: 1, code: undefined }]);
  });
});

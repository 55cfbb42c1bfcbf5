// Reads a secret line: typed after a prompt, or piped in.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Discards the echo of typed characters. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The exit status after Ctrl-C: 128 + SIGINT. */
const interrupted = 130;

/**
 * Reads the next line of standard input, trimmed; empty at its end. On a terminal it prompts and does not echo what is
 * typed: numbers and keys stay off the screen and out of the shell's history.
 */
export const secretLine = async (prompt: string): Promise<string> => {
  const isTyped = process.stdin.isTTY === true;
  if (isTyped) process.stderr.write(prompt);
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal: isTyped });
  lines.once('SIGINT', () => {
    lines.close();
    process.stderr.write('\n');
    process.exit(interrupted);
  });
  const [line = ''] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  lines.close();
  if (isTyped) process.stderr.write('\n');
  return String(line).trim();
};

// Reading a line from whoever runs a command: typed after a prompt, or piped in.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** What a terminal's own keys would show goes nowhere. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Status of a program that Ctrl-C has ended. */
const interrupted = 130;

/**
 * The next line of standard input, without spaces around it; empty where it has ended. On a terminal the prompt asks for
 * it, and what is typed is not shown: numbers and keys stay off the screen and out of the shell's history.
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

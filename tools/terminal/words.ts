// Plurals and colours in the output of commands.
import { styleText } from 'node:util';

/** `1 entry`, `2 entries`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A failure in red if the stream is a terminal, otherwise as plain text. Honours `NO_COLOR` and `FORCE_COLOR`. */
export const failed = (text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText('red', text, { stream });

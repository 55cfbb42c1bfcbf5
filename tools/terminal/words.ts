// Words and colours of the commands.
import { styleText } from 'node:util';

/** `1 entry`, `2 entries`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Red on a terminal, for what has failed. `NO_COLOR` and `FORCE_COLOR` are honoured, other outputs get the plain text. */
export const failed = (text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText('red', text, { stream });

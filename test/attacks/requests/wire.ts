// Bytes over a connection of their own: what an HTTP client would refuse to send.
import { connect } from 'node:net';
import { raw } from '../../http/contract.ts';
import type { Answered } from '../../support/service/service.ts';
import { jsonIn } from '../../support/service/service.ts';

/** What has come back: the answers in their order, and the bytes as they came. */
export type Heard = { readonly answers: readonly Answered[]; readonly text: string };

export type Spoken = {
  /** Ends our half of the connection after the last byte. */
  readonly end?: boolean;
  /** Breaks the connection after the last byte, with a reset. */
  readonly reset?: boolean;
  /** The address that we come from. */
  readonly from?: string;
};

const headersOf = (lines: readonly string[]) =>
  new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );

/** Takes answers apart, each by its `content-length`. */
const answersOf = (text: string): Answered[] => {
  const answers: Answered[] = [];
  let rest = text;
  while (rest.startsWith('HTTP/1.1 ')) {
    const head = rest.indexOf('\r\n\r\n');
    if (head === -1) break;
    const [line = '', ...lines] = rest.slice(0, head).split('\r\n');
    const headers = headersOf(lines);
    const end = head + 4 + Number(headers.get('content-length') ?? 0);
    const body = Buffer.from(rest.slice(head + 4, end), 'latin1').toString('utf8');
    answers.push({ status: Number(line.split(' ')[1]), headers, text: body, body: jsonIn(body) });
    rest = rest.slice(end);
  }
  return answers;
};

/** Sends bytes as they are (a text as Latin-1), and reads until the service ends the connection. */
export const say = (url: string, bytes: Buffer | string, { end, reset, from }: Spoken = {}): Promise<Heard> =>
  new Promise((resolve, reject) => {
    let text = '';
    const target = { port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true };
    const socket = connect({ ...target, ...(from === undefined ? {} : { localAddress: from }) }, () => {
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => {
        if (reset) socket.resetAndDestroy();
        else if (end) socket.end();
      });
    });
    socket.on('data', chunk => {
      text += chunk.toString('latin1');
    });
    socket.on('end', () => socket.end());
    // The service may close while we still speak; what it has said until then counts.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve({ answers: answersOf(text), text }));
  });

/** All that an answer says, in its headers and its body. */
export const everythingOf = ({ headers, text }: Answered): string =>
  `${[...headers].flat().join('\n')}\n${text}`;

/** The head of a request with headers as they are given, and what comes after it. */
export const request = (
  asked: { readonly method?: string; readonly path: string },
  headers: readonly (readonly [string, string])[],
  body: Buffer | string = '',
): Buffer =>
  Buffer.concat([
    Buffer.from(raw(asked, headers), 'latin1'),
    typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
  ]);

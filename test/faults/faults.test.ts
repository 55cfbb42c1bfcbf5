// The EHR fails: everything that it, or what stands before it, can do wrong, against every operation (D14). Each case
// has its status written by hand; after each the service answers well again.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { everyScope } from '../http/contract.ts';
import { forThisFile } from '../support/for-this-file.ts';
import { startIssuer } from '../support/servers/issuer.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { documentOf } from './support/documents.ts';
import { notWellFormed } from './support/not-well-formed.ts';
import { type Request, requests, subject } from './support/operations.ts';
import { type Behaviour, http, tcpServer } from './support/tcp-server.ts';

/** Milliseconds that the EHR has: more than a busy machine needs, except where it is meant to be too slow. */
const patience = { usual: 20_000, short: 500 };
/** Bytes that it may send. */
const mostBytes = 200_000;

const good: Behaviour = (socket, path) => socket.write(http(documentOf(path)));

const answers =
  (body: string | Buffer, options: Parameters<typeof http>[1] = {}): Behaviour =>
  socket =>
    socket.write(http(body, options));

const status = (line: string, body = '<html><body>Not well</body></html>', headers = {}): Behaviour =>
  answers(body, { status: line, headers: { 'content-type': 'text/html', ...headers } });

/** The good answer, cut or changed. */
const changed =
  (change: (answer: Buffer) => Buffer, end: 'destroy' | 'end' | 'stay' = 'destroy'): Behaviour =>
  (socket, path) => {
    socket.write(change(http(documentOf(path))), () => {
      if (end === 'destroy') socket.destroy();
      else if (end === 'end') socket.end();
    });
  };

/** A document around the good one's content. */
const rewritten =
  (write: (root: string, content: string) => string | Buffer): Behaviour =>
  (socket, path) => {
    const [, root = '', content = ''] = /^<(\w+)>(.*)<\/\w+>$/s.exec(documentOf(path)) ?? [];
    socket.write(http(write(root, content)));
  };

const zipped =
  (change: (bytes: Buffer) => Buffer): Behaviour =>
  (socket, path) => {
    socket.write(http(change(gzipSync(documentOf(path))), { headers: { 'content-encoding': 'gzip' } }));
  };

const bodyAt = (answer: Buffer) => answer.indexOf('\r\n\r\n') + 4;

/** What happened → what is answered. */
const unavailable: Readonly<Record<string, Behaviour>> = {
  'resets before it answers': socket => socket.resetAndDestroy(),
  'closes before it answers': socket => socket.destroy(),
  'says 503': status('503 Service Unavailable'),
  'says 503 with a good document': answers(documentOf('/bookings'), { status: '503 Service Unavailable' }),
  'says 429': status('429 Too Many Requests'),
};

const tooSlow: Readonly<Record<string, Behaviour>> = {
  'never answers': () => {},
  'sends the head and no more': changed(answer => answer.subarray(0, bodyAt(answer)), 'stay'),
  'sends half and stays': changed(answer => answer.subarray(0, bodyAt(answer) + 40), 'stay'),
  'drips a byte now and then': (socket, path) => {
    const answer = http(documentOf(path));
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else socket.write(answer.subarray(at, ++at));
    }, 20);
  },
  'says 504': status('504 Gateway Timeout'),
};

const statuses = [
  '201 Created',
  '202 Accepted',
  '206 Partial Content',
  '301 Moved Permanently',
  '302 Found',
  '304 Not Modified',
  '400 Bad Request',
  '401 Unauthorized',
  '403 Forbidden',
  '404 Not Found',
  '405 Method Not Allowed',
  '410 Gone',
  '418 Teapot',
  '500 Internal Server Error',
  '501 Not Implemented',
  '502 Bad Gateway',
  '599 Strange',
];

const fault = (code: string) => `<Fault><Code>${code}</Code><Message>m</Message></Fault>`;

const unusable: Readonly<Record<string, Behaviour>> = {
  'resets within the headers': changed(answer => answer.subarray(0, 40)),
  'resets after the head': changed(answer => answer.subarray(0, bodyAt(answer))),
  'sends half and closes': changed(answer => answer.subarray(0, bodyAt(answer) + 60)),
  'sends half and says so': rewritten((root, content) => `<${root}>${content.slice(0, 60)}`),
  'sends half in chunks and closes': (socket, path) => {
    const half = documentOf(path).slice(0, 60);
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
    socket.end(`${head}${half.length.toString(16)}\r\n${half}\r\n`);
  },
  'sends chunks of no length': (socket, path) => {
    socket.end(
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n${documentOf(path)}\r\n0\r\n\r\n`,
    );
  },
  'says a length that is too long': (socket, path) => {
    const body = documentOf(path);
    socket.end(http(body, { headers: { 'content-length': Buffer.byteLength(body) + 10 } }));
  },
  'says a length that is too short': (socket, path) => {
    const body = documentOf(path);
    socket.end(http(body, { headers: { 'content-length': 60 } }));
  },
  'sends no HTTP': socket => socket.end('hello\r\n\r\n'),
  'sends headers without end': socket => {
    socket.write('HTTP/1.1 200 OK\r\n');
    socket.write(`x: ${'y'.repeat(100_000)}\r\n`);
    socket.write(`z: ${'y'.repeat(100_000)}\r\n`);
  },
  'says 204': socket => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
  'answers a login page with 200': answers('<html><head><title>Log in</title></head><body/></html>', {
    headers: { 'content-type': 'text/html' },
  }),
  'answers an HTML page that is not well-formed with 200': answers('<!DOCTYPE html><br><p>Log in', {
    headers: { 'content-type': 'text/html' },
  }),
  'answers JSON': answers('[]', { headers: { 'content-type': 'application/json' } }),
  'answers nothing with 200': answers(''),
  'says 404 with a fault of a code that is not known': answers(fault('SOMETHING'), {
    status: '404 Not Found',
  }),
  'says 404 with the fault of a booking': answers(fault('BOOKING_UNKNOWN'), { status: '404 Not Found' }),
  'says 404 with half a fault': answers('<Fault><Code>PATIENT_UNKNOWN</Code>', { status: '404 Not Found' }),
  'says 404 with an empty body': answers('', { status: '404 Not Found' }),
  'says 400 with the fault of a patient': answers(fault('PATIENT_UNKNOWN'), { status: '400 Bad Request' }),
  'says 409 with a result': answers(documentOf('result'), { status: '409 Conflict' }),
  ...Object.fromEntries(
    statuses.map(line => [`says ${line}`, status(line, undefined, { location: '/elsewhere' })]),
  ),
  'answers the root of another kind': answers('<Others/>'),
  'answers a root in other letters': rewritten((root, content) => {
    const other = root.toLowerCase();
    return `<${other}>${content}</${other}>`;
  }),
  'answers a root that is nil': rewritten(
    root => `<${root} xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>`,
  ),
  'answers a document type': rewritten((root, content) => `<!DOCTYPE ${root}><${root}>${content}</${root}>`),
  'answers a document type with a subset': rewritten(
    (root, content) => `<!DOCTYPE ${root} [<!ELEMENT ${root} ANY>]><${root}>${content}</${root}>`,
  ),
  'answers an entity bomb': rewritten((root, content) => {
    const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
    return `<!DOCTYPE ${root} [<!ENTITY e0 "ha">${entities.join('')}]><${root}>&e9;${content}</${root}>`;
  }),
  'answers an external entity': rewritten(
    (root, content) =>
      `<!DOCTYPE ${root} [<!ENTITY x SYSTEM "file:///etc/passwd">]><${root}>&x;${content}</${root}>`,
  ),
  'answers 101 elements deep': rewritten(
    root => `<${root}>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</${root}>`,
  ),
  'answers 100,000 elements deep': rewritten(root => `<${root}>${'<a>'.repeat(20_000)}`),
  'answers too many bytes': rewritten(root => `<${root}>${'<a>text</a>'.repeat(30_000)}</${root}>`),
  'answers too many bytes in one text': rewritten(root => `<${root}><a>${'x'.repeat(300_000)}</a></${root}>`),
  'answers too many bytes in one attribute': rewritten(root => `<${root} a="${'x'.repeat(300_000)}"/>`),
  'answers too many bytes in one comment': rewritten(
    root => `<${root}><!-- ${'x'.repeat(300_000)} --></${root}>`,
  ),
  'answers invalid gzip': answers('this is not gzip', { headers: { 'content-encoding': 'gzip' } }),
  'answers gzip that is cut': zipped(bytes => bytes.subarray(0, bytes.length - 12)),
  'answers gzip with a wrong checksum': zipped(bytes => {
    const wrong = Buffer.from(bytes);
    wrong.writeUInt32LE(1, wrong.length - 8);
    return wrong;
  }),
  'answers a gzip bomb': answers(gzipSync(Buffer.alloc(20_000_000, 0x20)), {
    headers: { 'content-encoding': 'gzip' },
  }),
  'answers in an unknown compression': answers('x', { headers: { 'content-encoding': 'br' } }),
  'answers in an unknown encoding': rewritten(
    (root, content) => `<?xml version="1.0" encoding="EBCDIC-CP-SE"?><${root}>${content}</${root}>`,
  ),
  'answers bytes that are not UTF-8': rewritten((root, content) =>
    Buffer.concat([
      Buffer.from(`<${root}><A>`),
      Buffer.from([0xe5, 0xe4]),
      Buffer.from(`</A>${content}</${root}>`),
    ]),
  ),
  'answers windows-1252 and UTF-8 mixed': rewritten((root, content) =>
    Buffer.concat([
      Buffer.from(`<${root}><A>å`),
      Buffer.from([0xe5]),
      Buffer.from(`</A>${content}</${root}>`),
    ]),
  ),
  'answers an overlong UTF-8 form': rewritten((root, content) =>
    Buffer.concat([
      Buffer.from(`<${root}><A>`),
      Buffer.from([0xc0, 0xaf]),
      Buffer.from(`</A>${content}</${root}>`),
    ]),
  ),
  'answers a surrogate in UTF-8': rewritten((root, content) =>
    Buffer.concat([
      Buffer.from(`<${root}><A>`),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from(`</A>${content}</${root}>`),
    ]),
  ),
  'answers half a character at the end of UTF-16': rewritten((root, content) =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`<${root}>${content}</${root}>`, 'utf16le'),
      Buffer.from([0x0a]),
    ]),
  ),
  'says UTF-16 and sends UTF-8': (socket, path) => {
    socket.write(http(documentOf(path), { headers: { 'content-type': 'application/xml; charset=utf-16' } }));
  },
};

const issuer = await forThisFile(startIssuer());
const ehr = await forThisFile(tcpServer(good));
const serviceWith = (timeoutMs: number) =>
  startService({ issuer, ehr: ehr.url, system: { timeoutMs, maxAnswerBytes: mostBytes } });
const service = await forThisFile(serviceWith(patience.usual));
/** A service that gives the EHR little time. */
const impatient = await forThisFile(serviceWith(patience.short));
const token = await issuer.sign({ patient: subject, scope: everyScope });

/** Operation 8 documents one status for all that is not its client's fault. */
const expectedFor = ({ number }: Request, status: number) => (number === 8 ? 500 : status);

const text: Readonly<Record<number, string>> = {
  502: 'The health record system gave an unusable answer.',
  503: 'The health record system is not available. Try again later.',
  504: 'The health record system did not answer in time.',
};

/** Runs every operation against the fault; after each, the EHR recovers. */
const meetsAt = (serviceOf: () => TestService) => async (behaviour: Behaviour, status: number) => {
  const asked = serviceOf();
  for (const request of requests) {
    ehr.behave = behaviour;
    const answered = await asked.ask({ ...request, token });
    const { number } = request;
    expect({ number, status: answered.status }).toEqual({ number, status: expectedFor(request, status) });
    expect(answered.body).toMatchObject(
      [6, 7, 8].includes(number) ? { error: text[status] } : { message: text[status] },
    );
    expect(answered.headers.get('retry-after')).toBe(status === 503 ? '5' : null);
    ehr.behave = good;
    expect((await asked.ask({ ...request, token })).status).toBe(200);
  }
};

const meets = meetsAt(() => service);

describe('503: the EHR is not there', () => {
  test.each(Object.entries(unavailable))('it %s', (_name, behaviour) => meets(behaviour, 503));

  test('it refuses connections', async () => {
    for (const request of requests) {
      await ehr.goAway();
      expect((await service.ask({ ...request, token })).status).toBe(expectedFor(request, 503));
      await ehr.comeBack();
      expect((await service.ask({ ...request, token })).status).toBe(200);
    }
  });
});

describe('504: the EHR is too slow', () => {
  test.each(Object.entries(tooSlow))('it %s', (_name, behaviour) => meetsAt(() => impatient)(behaviour, 504));
});

describe('502: the EHR lies', () => {
  test.each(Object.entries(unusable))('it %s', (_name, behaviour) => meets(behaviour, 502));
});

describe('502: the document is not well-formed', () => {
  test.each(Object.entries(notWellFormed))('%s', (_name, write) => meets(rewritten(write), 502));
});

test('404: the EHR itself says that there is no such patient', async () => {
  ehr.behave = answers(fault('PATIENT_UNKNOWN'), { status: '404 Not Found' });
  for (const request of requests) {
    const { status, body } = await service.ask({ ...request, token });
    const answered = [1, 3].includes(request.number) ? body[0] : body;
    if (request.number <= 3)
      expect(answered).toMatchObject({ ResultCode: 'ERROR', Comment: 'No such patient.' });
    expect(status).toBe(request.number <= 3 ? 200 : 404);
  }
  ehr.behave = good;
});

// The root part of multipart/related answers, however their bytes are split into chunks.
import { describe, expect, test } from 'vitest';
import { rootPartOf } from '../../../../src/adapters/ehr/transport/multipart-related.ts';

const type = 'multipart/related; type="application/xop+xml"; boundary="uuid:1.2"';

const chunked = async function* (bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

type Part = { readonly head?: readonly string[]; readonly content: string };

const root: Part = {
  head: ['Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"', 'Content-ID: <root@x>'],
  content: '<a>\r\n--uuid:1.\r\né</a>',
};
const picture: Part = { head: ['Content-ID: <picture@x>'], content: '\u0000\u0001--uuid:1.2\r\n' };

const multipart = (parts: readonly Part[], { end = '--uuid:1.2--\r\n', preamble = '' } = {}) =>
  preamble +
  parts.map(({ head = [], content }) => `--uuid:1.2\r\n${[...head, '', content].join('\r\n')}\r\n`).join('') +
  end;

const read = async (document: string, { contentType = type, size = 1_000_000 } = {}) => {
  const body = chunked(Buffer.from(document), size);
  const part = await rootPartOf({ status: 200, contentType, body, discard: () => {} });
  const content = Buffer.concat(await Array.fromAsync(part.body)).toString();
  return { content, contentType: part.contentType, attachments: part.attachments };
};
const failure = (document: string, options: Parameters<typeof read>[1] = {}) =>
  read(document, options).then(
    found => JSON.stringify(found),
    error => `${error.code}: ${error.message}`,
  );

const sizes = [1, 2, 3, 7, 64, 1_000_000];

test('an answer of another type is returned unchanged', async () => {
  for (const contentType of ['text/xml; charset=utf-8', 'multipart/form-data; boundary=x', 'nonsense', '']) {
    expect(await read('<a/>', { contentType })).toEqual({ content: '<a/>', contentType, attachments: [] });
  }
});

describe.each(sizes)('in chunks of %i bytes', size => {
  test('the first part is the root; the others are reported by their ids', async () => {
    const parts = [root, picture, { head: ['X: y'], content: '' }, { content: 'text' }];
    expect(await read(multipart(parts), { size })).toEqual({
      content: root.content,
      contentType: 'application/xop+xml; charset=UTF-8; type="text/xml"',
      attachments: ['picture@x', '', ''],
    });
  });

  test.each(['<root@x>', 'root@x'])('the part that start names is the root: %s', async start => {
    const contentType = `${type}; start="${start}"`;
    const { content, attachments } = await read(multipart([picture, root, picture]), { contentType, size });
    expect(content).toBe(root.content);
    expect(attachments).toEqual(['picture@x', 'picture@x']);
  });

  test('a root without headers, after a preamble, before an epilogue', async () => {
    const document = multipart([{ content: '<a/>' }], {
      preamble: 'for readers of mail\r\n',
      end: '--uuid:1.2--\r\nand so on',
    });
    expect(await read(document, { size })).toEqual({
      content: '<a/>',
      contentType: undefined,
      attachments: [],
    });
  });

  test('an answer truncated before its last boundary is unusable', async () => {
    const whole = multipart([root, picture], { end: '--uuid:1.2--' });
    const step = size === 1_000_000 ? 1 : 41;
    for (let end = 0; end < whole.length; end += step) {
      expect(await failure(whole.slice(0, end), { size }), whole.slice(0, end)).toMatch(/^ehr-unusable: /);
    }
    expect((await read(whole, { size })).content).toBe(root.content);
  });
});

test.each([
  [
    'no boundary',
    'multipart/related; type="text/xml"',
    multipart([root]),
    'a multipart answer without a boundary',
  ],
  [
    'no part with the id of start',
    `${type}; start="<other@x>"`,
    multipart([root]),
    'a multipart answer without a root part',
  ],
  ['no part at all', type, '--uuid:1.2--\r\n', 'a multipart answer without a root part'],
  ['another boundary', 'multipart/related; boundary=y', multipart([root]), 'a truncated multipart answer'],
  [
    'a root in another encoding',
    type,
    multipart([{ head: ['Content-Transfer-Encoding: base64'], content: 'PGEvPg==' }]),
    'a root part in a transfer encoding',
  ],
])('%s', async (_name, contentType, document, message) => {
  expect(await failure(document, { contentType })).toBe(`ehr-unusable: ${message}`);
});

test.each(['8bit', 'BINARY', '7bit'])('a root in %s is returned unchanged', async encoding => {
  const part = { head: [`Content-Transfer-Encoding: ${encoding}`], content: '<a/>' };
  expect((await read(multipart([part]))).content).toBe('<a/>');
});

test('10,000 attachments are read; more are rejected as they arrive', async () => {
  const withAttachments = (count: number) =>
    multipart([root, ...Array.from({ length: count }, () => ({ content: '' }))]);
  expect((await read(withAttachments(10_000), { size: 4096 })).attachments).toHaveLength(10_000);
  expect(await failure(withAttachments(10_001), { size: 4096 })).toBe(
    'ehr-unusable: more than 10000 attachments',
  );
});

test('the root is streamed, not buffered', async () => {
  let given = 0;
  const endless = async function* () {
    yield Buffer.from(multipart([{ content: '' }], { end: '' }).slice(0, -2));
    for (;;) {
      given++;
      yield Buffer.alloc(65_536, 'x');
    }
  };
  const part = await rootPartOf({ status: 200, contentType: type, body: endless(), discard: () => {} });
  let bytes = 0;
  for await (const chunk of part.body) {
    bytes += chunk.length;
    if (bytes > 10_000_000) break;
  }
  expect(given).toBeLessThan(200);
});

test('a failure of the body is passed on unchanged', async () => {
  const broken = async function* () {
    yield Buffer.from(multipart([root], { end: '' }));
    throw new Error('the line broke');
  };
  const part = await rootPartOf({ status: 200, contentType: type, body: broken(), discard: () => {} });
  await expect(Array.fromAsync(part.body)).rejects.toThrow('the line broke');
});

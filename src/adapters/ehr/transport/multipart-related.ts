// Reads `multipart/related` answers (MTOM, SOAP with attachments): streams the root part as an answer of its own. The other
// parts are attachments: their content is skipped, but read to the end to detect truncation, and their ids are reported.
import { Dicer } from '@fastify/busboy';
import { unusableAnswer } from '../../../domain/model/failure.ts';
import { parseMediaType } from '../../../domain/model/media-type.ts';
import type { UpstreamAnswer } from './exchange/http-exchange.ts';

export type RootPart = {
  /** The part's own `Content-Type`, if it has one. */
  readonly contentType: string | undefined;
  /** Iterating throws `Failure` `ehr-unusable` if the answer ends before its last boundary. */
  readonly body: AsyncIterable<Uint8Array>;
  /** `Content-ID` of each attachment, without brackets; `''` if it has none. Complete when the body has been read. */
  readonly attachments: readonly string[];
};

/** Header names in lower case → values. */
type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

const unusable = (detail: string, cause?: unknown) => unusableAnswer('ehr-document', detail, cause);

const maxAttachments = 10_000;
const maxHeaders = 100;

const withoutBrackets = (id: string): string => id.trim().replace(/^<(.*)>$/, '$1');

/** Rejects a part with a transfer encoding that changes its bytes. MTOM does not use any. */
const checkEncoding = ({ 'content-transfer-encoding': [encoding = 'binary'] = [] }: PartHeaders) => {
  if (!['7bit', '8bit', 'binary'].includes(encoding.trim().toLowerCase())) {
    throw unusable('a root part in a transfer encoding');
  }
};

/**
 * Splits a multipart body: `root` is the root part's headers, `take` returns its bytes so far.
 * @param start the id of the root part; undefined if it is the first part.
 */
const partsOf = (boundary: string, start: string | undefined) => {
  const dicer = new Dicer({ boundary, maxHeaderPairs: maxHeaders });
  const received: Uint8Array[] = [];
  const attachments: string[] = [];
  const ended = Promise.withResolvers<void>();
  let root: PartHeaders | undefined;
  let parts = 0;

  const isRoot = (index: number, id: string) =>
    root === undefined && (start === undefined ? index === 0 : id === withoutBrackets(start));

  dicer.on('part', part => {
    const index = parts++;
    part.on('header', rawHeaders => {
      const headers = rawHeaders as PartHeaders;
      const id = withoutBrackets(headers['content-id']?.[0] ?? '');
      if (isRoot(index, id)) {
        root = headers;
        part.on('data', chunk => void received.push(chunk as Uint8Array));
        return;
      }
      attachments.push(id);
      part.resume();
    });
    // Truncation is detected at the end of the answer.
    part.on('error', () => {});
  });
  dicer.on('finish', ended.resolve);
  dicer.on('error', cause => ended.reject(unusable('a truncated multipart answer', cause)));
  // Avoids an unhandled rejection if nobody waits for the end after an earlier failure.
  ended.promise.catch(() => {});

  return {
    attachments,
    root: () => root,
    take: () => received.splice(0),
    write: async (chunk: Uint8Array): Promise<void> => {
      await new Promise<void>((resolve, reject) => {
        dicer.write(chunk, error =>
          error ? reject(unusable('a malformed multipart answer', error)) : resolve(),
        );
      });
      if (attachments.length > maxAttachments) throw unusable(`more than ${maxAttachments} attachments`);
    },
    end: async (): Promise<void> => {
      dicer.end();
      await ended.promise;
    },
  };
};

/**
 * The root part of an answer: in `multipart/related`, the part that `start` names, else the first one; otherwise the answer
 * itself. Resolves when the part's headers have arrived.
 *
 * Throws `Failure` `ehr-unusable` for an answer without boundary or root part, and what reading the body throws.
 */
export const rootPartOf = async ({ contentType, body }: UpstreamAnswer): Promise<RootPart> => {
  const mediaType = parseMediaType(contentType);
  if (mediaType?.essence !== 'multipart/related') return { contentType, body, attachments: [] };
  const { params } = mediaType;
  const boundary = params.get('boundary');
  if (!boundary) throw unusable('a multipart answer without a boundary');
  const chunks = body[Symbol.asyncIterator]();
  const parts = partsOf(boundary, params.get('start') ?? undefined);

  /** Reads the next chunk. Returns false at the end of a complete answer. */
  const advance = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done === true) await parts.end();
    else await parts.write(value);
    return done !== true;
  };

  while (parts.root() === undefined) {
    if (!(await advance())) throw unusable('a multipart answer without a root part');
  }
  const root = parts.root() ?? {};
  checkEncoding(root);

  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    try {
      do yield* parts.take();
      while (await advance());
      yield* parts.take();
    } finally {
      await chunks.return?.();
    }
  };
  return { contentType: root['content-type']?.[0], body: bytes(), attachments: parts.attachments };
};

// Reading XML where namespaces matter: elements of others are not told, nor what is in them.
// saxes knows namespaces; the documents that need it are small, so that its speed does not matter.
import { SaxesParser } from 'saxes';
import { Failure } from '../../domain/model/failure.ts';
import { textDecoder } from './encoding.ts';
import { deepest, instanceNamespace, isTrue, unusable, type XmlHandler, type XmlReader } from './events.ts';

export type NamespaceReaderOf = {
  readonly handler: XmlHandler;
  /** Of the `Content-Type`, where it has one. */
  readonly charset: string | undefined;
  /** Whether elements of a namespace are told; `''` is none. */
  readonly isOurs: (uri: string) => boolean;
};

type Attributes = Readonly<
  Record<string, { name: string; prefix: string; local: string; uri: string; value: string }>
>;

/** Tells of attributes; answers whether one says that the element is absent. */
const tellAttributes = (attributes: Attributes, handler: XmlHandler): boolean => {
  let nil = false;
  for (const { name, prefix, local, uri, value } of Object.values(attributes)) {
    if (uri === instanceNamespace) nil ||= local === 'nil' && isTrue(value);
    else if (name !== 'xmlns' && prefix !== 'xmlns' && prefix !== 'xml') handler.attribute(name, value);
  }
  return nil;
};

/** saxes throws plain errors; its words quote the document, so they go no further than the `cause`. */
const guarded = (work: () => void) => {
  try {
    work();
  } catch (cause) {
    throw cause instanceof Failure
      ? cause
      : new Failure('ehr-unusable', { detail: 'not well-formed', cause });
  }
};

// XML 1.1 allows control characters that 1.0 does not: every document is held to 1.0.
const strict = { position: false, defaultXMLVersion: '1.0', forceXMLVersion: true, xmlns: true } as const;

/** A reader of one document, which tells of the elements of some namespaces alone. */
export const namespaceReader = ({ handler, charset, isOurs }: NamespaceReaderOf): XmlReader => {
  const parser = new SaxesParser(strict);
  let depth = 0;
  /** How many elements deep we are in one that is not ours. */
  let foreign = 0;

  parser.on('doctype', () => {
    throw unusable('a document type declaration');
  });
  parser.on('opentagstart', () => {
    if (++depth > deepest) throw unusable(`deeper than ${deepest} elements`);
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (foreign > 0 || !isOurs(uri)) {
      foreign++;
      return;
    }
    handler.open(local);
    handler.opened(tellAttributes(attributes, handler));
  });
  const tellText = (text: string) => {
    if (depth > 0 && foreign === 0) handler.text(text);
  };
  parser.on('text', tellText);
  parser.on('cdata', tellText);
  parser.on('closetag', () => {
    depth--;
    if (foreign > 0) foreign--;
    else handler.close();
  });
  const decode = textDecoder(charset);
  return {
    write: bytes => guarded(() => void parser.write(decode.write(bytes))),
    end: () => guarded(() => void parser.write(decode.end()).close()),
  };
};

// The only way to read XML: strict, with the limits of extracts.md ("XML"). Throws `ehr-unusable` for any violation.
import type { SaxesAttributeNS } from 'saxes';
import { isFailure, unusableAnswer } from '../../../../domain/model/failure.ts';
import type { DocumentReader } from '../../read-document.ts';
import { controlsIn } from './controls.ts';
import { newlines, textDecoder } from './encoding.ts';
import { type XmlParser, xmlParser } from './parser.ts';

/** The events of a document. Names of elements are local names; namespaces do not matter. */
export type XmlHandler = {
  open(name: string): void;
  /** The name is as written: one with a prefix never matches a member. Not called for `xmlns`, `xml:*` and `xsi:*`. */
  attribute(name: string, value: string): void;
  /** Called after the last attribute. `nil`: the element has `xsi:nil="true"`, so it counts as absent. */
  opened(nil: boolean): void;
  /** Text and CDATA. One text may arrive in several calls. */
  text(text: string): void;
  close(): void;
  /** Called before the events of a chunk that may have control characters (D33). */
  controls?(): void;
  /** Path of the open element, as far as its names are in the plan: for the message of a failure. */
  where?(): string;
};

/** The same of a document whose namespaces matter. */
export type NamespaceHandler = XmlHandler & {
  /** An element of an unknown namespace, or within one. Its attributes, text and end are reported as usual. */
  openForeign(name: string): void;
  /** The value of the open element is in another part of the message: it cannot be read. */
  detached?(): void;
};

export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

export const isTrue = (value: string) => {
  const trimmed = value.trim();
  return trimmed === 'true' || trimmed === '1';
};

/** The number of original characters that make `read` characters after line ends have been normalized. */
const written = (text: string, read: number): number => {
  let at = 0;
  for (let left = read; left > 0 && at < text.length; left--) at += text.startsWith('\r\n', at) ? 2 : 1;
  return at;
};

/**
 * Feeds a parser from bytes. Failures say at which byte and in which element they occurred.
 * @param of.handler what is asked or told while its parser is fed.
 */
export const readerOf = (
  parser: XmlParser,
  of: {
    readonly charset: string | undefined;
    readonly handler?: Pick<XmlHandler, 'controls' | 'where'>;
  },
): DocumentReader => {
  const { charset, handler } = of;
  const decode = textDecoder(charset);
  const toNewlines = newlines();
  const mayHaveControls = controlsIn(decode.isUtf8);
  /** Characters read so far, as the parser counts them, and bytes. */
  let characters = 0;
  let bytesRead = 0;

  /** Adds the parser's position in a text to a failure. Returns any other error unchanged. */
  const located = (error: unknown, text: string): unknown => {
    if (!isFailure(error, 'ehr-unusable')) return error;
    if (error.reason !== 'ehr-not-well-formed' && error.reason !== 'ehr-limit') return error;
    // The parser's position is after the character that it rejects.
    const read = written(text, Math.max(parser.position() - characters - 1, 0));
    const byte = decode.markLength() + bytesRead + decode.bytesOf(text.slice(0, read));
    const path = handler?.where?.() ?? '';
    const detail = `${error.message}, at byte ${byte}${path === '' ? '' : ` in ${path}`}`;
    return unusableAnswer(error.reason, detail);
  };

  const read = (bytes: Uint8Array, text: string) => {
    const { original, normalized } = toNewlines(text);
    if (handler?.controls !== undefined && mayHaveControls(bytes, normalized)) handler.controls();
    try {
      parser.write(normalized);
    } catch (error) {
      throw located(error, original);
    }
    characters += normalized.length;
    bytesRead += decode.bytesOf(original);
  };
  return {
    write: bytes => read(bytes, decode.write(bytes)),
    end: () => {
      read(new Uint8Array(0), decode.end());
      try {
        parser.end();
      } catch (error) {
        throw located(error, '');
      }
    },
  };
};

/** Tracks which prefixes are bound to the instance namespace (`xsi:nil`) at the current element. */
const instancePrefixes = () => {
  /** By the depth of the element that binds them. */
  const scopes: (Map<string, boolean> | undefined)[] = [];
  return {
    /** An element opens at a depth: bindings of its siblings no longer apply. */
    enter: (depth: number) => {
      if (scopes.length > depth) scopes.length = depth;
    },
    bind: (prefix: string, uri: string, depth: number) => {
      scopes[depth] ??= new Map();
      scopes[depth].set(prefix, uri === instanceNamespace);
    },
    /** An unbound `xsi` is taken for the instance namespace. */
    has: (prefix: string): boolean =>
      scopes.findLast(scope => scope?.has(prefix))?.get(prefix) ?? prefix === 'xsi',
  };
};

/**
 * A reader of one document.
 * @param charset the charset of the `Content-Type`, if it has one.
 */
export const xmlReader = (handler: XmlHandler, charset?: string): DocumentReader => {
  let depth = 0;
  const instance = instancePrefixes();
  /** Prefixed attributes of the tag. Their prefixes can be resolved only after the last attribute. */
  let prefixed: { readonly name: string; readonly colon: number; readonly value: string }[] = [];

  /** Reports a prefixed attribute. Returns whether it is `xsi:nil="true"`. */
  const report = ({ name, colon, value }: (typeof prefixed)[number]): boolean => {
    const prefix = name.slice(0, colon);
    if (instance.has(prefix)) return name.slice(colon + 1) === 'nil' && isTrue(value);
    if (prefix !== 'xml') handler.attribute(name, value);
    return false;
  };

  const reportPrefixed = (): boolean => {
    const nils = prefixed.map(report);
    prefixed = [];
    return nils.includes(true);
  };

  const parser = xmlParser(
    {},
    {
      open: (name, colon) => {
        instance.enter(++depth);
        handler.open(colon === -1 ? name : name.slice(colon + 1));
      },
      attribute: (name, value, colon) => {
        if (colon === -1) {
          if (name !== 'xmlns') handler.attribute(name, value);
        } else if (name.startsWith('xmlns:')) instance.bind(name.slice(colon + 1), value, depth);
        else prefixed.push({ name, colon, value });
      },
      opened: () => handler.opened(prefixed.length > 0 && reportPrefixed()),
      text: text => handler.text(text),
      close: () => {
        depth--;
        handler.close();
      },
    },
  );
  return readerOf(parser, { charset, handler });
};

/**
 * A reader of one document that reports elements of unknown namespaces separately. Names must follow "Namespaces in XML 1.0".
 * @param of.charset the charset of the `Content-Type`, if it has one.
 * @param of.isOurs whether elements of a namespace are read. `''` means no namespace.
 */
export const namespaceReader = (of: {
  readonly handler: NamespaceHandler;
  readonly charset: string | undefined;
  readonly isOurs: (uri: string) => boolean;
}): DocumentReader => {
  const { handler, isOurs } = of;
  /** Depth inside an element of an unknown namespace; 0 outside. */
  let foreign = 0;

  /** Reports an attribute. Returns whether it is `xsi:nil="true"`. */
  const report = ({ name, prefix, local, uri, value }: SaxesAttributeNS): boolean => {
    if (uri === instanceNamespace) return local === 'nil' && isTrue(value);
    if (name !== 'xmlns' && prefix !== 'xmlns' && prefix !== 'xml') handler.attribute(name, value);
    return false;
  };

  const parser = xmlParser({ xmlns: true } as const, {
    open: () => {},
    attribute: () => {},
    opened: ({ uri, local, attributes }) => {
      if (foreign > 0 || !isOurs(uri)) {
        foreign++;
        handler.openForeign(local);
      } else handler.open(local);
      const nils = Object.values(attributes).map(report);
      handler.opened(nils.includes(true));
    },
    text: text => handler.text(text),
    close: () => {
      if (foreign > 0) foreign--;
      handler.close();
    },
  });
  return readerOf(parser, of);
};

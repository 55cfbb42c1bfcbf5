// Reading XML where namespaces matter: elements of others are not told, nor what is in them. As strict with names as
// "Namespaces in XML 1.0" is.
import { bindings } from './bindings.ts';
import { malformed } from './chars.ts';
import {
  deepest,
  instanceNamespace,
  isTrue,
  readerOf,
  unusable,
  type XmlHandler,
  type XmlReader,
} from './events.ts';
import type { Name } from './names.ts';
import type { Tokens } from './scanner.ts';
import type { StartTag } from './start-tag.ts';

export type NamespaceReaderOf = {
  readonly handler: XmlHandler;
  /** Of the `Content-Type`, where it has one. */
  readonly charset: string | undefined;
  /** Whether elements of a namespace are told; `''` is none. */
  readonly isOurs: (uri: string) => boolean;
};

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

/** What prefixes are bound to, where in the document we are. The prefix of the default namespace is `''`. */
const scopes = () => {
  const uris = bindings<string>();
  uris.bind('xml', xmlNamespace, 0);
  uris.bind('', '', 0);
  return {
    bind: (prefix: string, uri: string, depth: number) => {
      const isReserved =
        prefix === 'xmlns' || uri === xmlnsNamespace || (prefix === 'xml') !== (uri === xmlNamespace);
      if (isReserved || (prefix !== '' && uri === '')) throw malformed('a binding of a prefix');
      uris.bind(prefix, uri, depth);
    },
    leave: uris.leave,
    uriOf: (prefix: string): string => {
      const uri = uris.find(prefix);
      if (uri === undefined) throw malformed('a prefix that is not bound');
      return uri;
    },
  };
};

const checkName = ({ prefix, local }: Name): void => {
  if (prefix === '' || local === '' || local.includes(':')) throw malformed('a name with colons');
};

const tokensFor = ({ handler, isOurs }: NamespaceReaderOf): Tokens => {
  const scope = scopes();
  let depth = 0;
  /** How many elements deep we are in one that is not ours. */
  let foreign = 0;

  const bindAll = ({ names, values, count }: Readonly<StartTag>) => {
    for (let index = 0; index < count; index++) {
      const name = names[index] as Name;
      checkName(name);
      const value = (values[index] as string).trim();
      if (name.prefix === 'xmlns') scope.bind(name.local, value, depth);
      else if (name.full === 'xmlns') scope.bind('', value, depth);
    }
  };

  /** The namespace of each prefixed attribute, `undefined` for the others; two that mean the same are refused. */
  const attributeUris = ({ names, count }: Readonly<StartTag>): (string | undefined)[] => {
    const seen = new Set<string>();
    return names.slice(0, count).map(({ prefix, local }) => {
      if (prefix === undefined || prefix === 'xmlns') return undefined;
      const uri = scope.uriOf(prefix);
      const meaning = `${uri} ${local}`;
      if (seen.has(meaning)) throw malformed('an attribute twice');
      seen.add(meaning);
      return uri;
    });
  };

  /** Tells of the attributes; answers whether one says that the element is absent. */
  const tellAttributes = (
    { names, values }: Readonly<StartTag>,
    uris: readonly (string | undefined)[],
  ): boolean => {
    let nil = false;
    for (const [index, uri] of uris.entries()) {
      const { full, prefix, local } = names[index] as Name;
      const value = values[index] as string;
      if (uri === instanceNamespace) nil ||= local === 'nil' && isTrue(value);
      else if (full !== 'xmlns' && prefix !== 'xmlns' && prefix !== 'xml') handler.attribute(full, value);
    }
    return nil;
  };

  return {
    open: tag => {
      if (++depth > deepest) throw unusable(`deeper than ${deepest} elements`);
      checkName(tag.name);
      bindAll(tag);
      const uri = scope.uriOf(tag.name.prefix ?? '');
      const uris = attributeUris(tag);
      if (foreign > 0 || !isOurs(uri)) {
        foreign++;
        return;
      }
      handler.open(tag.name.local);
      handler.opened(tellAttributes(tag, uris));
    },
    text: text => {
      if (foreign === 0) handler.text(text);
      else handler.skipped?.(text);
    },
    close: () => {
      scope.leave(depth);
      depth--;
      if (foreign > 0) foreign--;
      else handler.close();
    },
  };
};

/** A reader of one document, which tells of the elements of some namespaces alone. */
export const namespaceReader = (of: NamespaceReaderOf): XmlReader => readerOf(tokensFor(of), of.charset);

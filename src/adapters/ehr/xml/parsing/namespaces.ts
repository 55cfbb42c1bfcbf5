// Reads XML whose namespaces matter: elements of unknown namespaces are recognized. Names must follow
// "Namespaces in XML 1.0".
import type { SaxesAttributeNS } from 'saxes';
import type { DocumentReader } from '../../read-document.ts';
import { instanceNamespace, isTrue, readerOf, type XmlHandler } from './events.ts';
import { type Tokens, xmlParser } from './parser.ts';

/** The events of a document whose namespaces matter. */
export type NamespaceHandler = XmlHandler & {
  /** An element of an unknown namespace, or within one. Its attributes, text and end are reported as usual. */
  openForeign(name: string): void;
  /** The value of the open element is in another part of the message: it cannot be read. */
  detached?(): void;
};

export type NamespaceReaderOf = {
  readonly handler: NamespaceHandler;
  /** The charset of the `Content-Type`, if it has one. */
  readonly charset: string | undefined;
  /** Whether elements of a namespace are read. `''` means no namespace. */
  readonly isOurs: (uri: string) => boolean;
};

const withNamespaces = { xmlns: true } as const;

const tokensFor = ({ handler, isOurs }: NamespaceReaderOf): Tokens<typeof withNamespaces> => {
  /** Depth inside an element of an unknown namespace; 0 outside. */
  let foreign = 0;

  /** Reports an attribute. Returns whether it is `xsi:nil="true"`. */
  const report = ({ name, prefix, local, uri, value }: SaxesAttributeNS): boolean => {
    if (uri === instanceNamespace) return local === 'nil' && isTrue(value);
    if (name !== 'xmlns' && prefix !== 'xmlns' && prefix !== 'xml') handler.attribute(name, value);
    return false;
  };

  return {
    open: () => {},
    attribute: () => {},
    opened: ({ uri, local, attributes }) => {
      if (foreign > 0 || !isOurs(uri)) {
        foreign++;
        handler.openForeign(local);
      } else handler.open(local);
      let nil = false;
      for (const name in attributes) {
        const attribute = attributes[name];
        if (attribute !== undefined && report(attribute)) nil = true;
      }
      handler.opened(nil);
    },
    text: text => handler.text(text),
    close: () => {
      if (foreign > 0) foreign--;
      handler.close();
    },
  };
};

/** A reader of one document that reports elements of unknown namespaces separately. */
export const namespaceReader = (of: NamespaceReaderOf): DocumentReader =>
  readerOf(xmlParser(withNamespaces, tokensFor(of)), of);

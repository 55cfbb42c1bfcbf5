// Reads XML whose namespaces matter: elements of unknown namespaces are skipped with their content. Names must follow
// "Namespaces in XML 1.0".
import type { SaxesAttributeNS } from 'saxes';
import { instanceNamespace, isTrue, readerOf, type XmlHandler, type XmlReader } from './events.ts';
import { type Tokens, xmlParser } from './parser.ts';

export type NamespaceReaderOf = {
  readonly handler: XmlHandler;
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
        return;
      }
      handler.open(local);
      let nil = false;
      for (const name in attributes) {
        const attribute = attributes[name];
        if (attribute !== undefined && report(attribute)) nil = true;
      }
      handler.opened(nil);
    },
    text: text => {
      if (foreign === 0) handler.text(text);
      else handler.skipped?.(text);
    },
    close: () => {
      if (foreign > 0) foreign--;
      else handler.close();
    },
  };
};

/** A reader of one document that reports only elements of known namespaces. */
export const namespaceReader = (of: NamespaceReaderOf): XmlReader =>
  readerOf(xmlParser(withNamespaces, tokensFor(of)), { charset: of.charset, where: of.handler.where });

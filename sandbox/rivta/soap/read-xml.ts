// Parses a request to a tree of names, namespaces and texts.
import { SaxesParser } from 'saxes';
import { Refusal } from './refusal.ts';

export type Element = {
  readonly ns: string;
  readonly name: string;
  readonly children: readonly Element[];
  readonly text: string;
};

type Open = { ns: string; name: string; children: Open[]; text: string };

/** Parses a SOAP message. @throws Refusal if it is not well-formed, or contains what SOAP 1.1 forbids. */
export const readXml = (xml: string): Element => {
  const top: Open = { ns: '', name: '', children: [], text: '' };
  const path = [top];
  const parser = new SaxesParser({ xmlns: true });
  const addText = (text: string) => {
    const open = path.at(-1);
    if (open !== undefined) open.text += text;
  };
  parser.on('opentag', ({ uri, local }) => {
    const element: Open = { ns: uri, name: local, children: [], text: '' };
    path.at(-1)?.children.push(element);
    path.push(element);
  });
  parser.on('closetag', () => path.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('doctype', () => {
    throw new Refusal('a SOAP message must not have a document type');
  });
  parser.on('processinginstruction', () => {
    throw new Refusal('a SOAP message must not have processing instructions');
  });
  parser.on('error', () => {
    throw new Refusal('the request is not well-formed');
  });
  parser.write(xml).close();
  const [root] = top.children;
  if (root === undefined) throw new Refusal('the request is empty');
  return root;
};

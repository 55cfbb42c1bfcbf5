// Reading XML with namespaces: elements of unknown namespaces are recognized.
import { describe, expect, test } from 'vitest';
import { namespaceReader } from '../../../../../src/adapters/ehr/xml/parsing/events.ts';
import { bytesOf, feedings, refusal } from '../feeding.ts';

const ours = 'urn:ours';
const instance = 'http://www.w3.org/2001/XMLSchema-instance';

const read = (pieces: readonly Uint8Array[]): string => {
  let line = '';
  const reader = namespaceReader({
    handler: {
      open: name => {
        line += `<${name}`;
      },
      openForeign: name => {
        line += `<!${name}`;
      },
      attribute: (name, value) => {
        line += ` ${name}="${value}"`;
      },
      opened: nil => {
        line += nil ? ' nil>' : '>';
      },
      text: text => {
        line += text;
      },
      close: () => {
        line += '/>';
      },
    },
    charset: undefined,
    isOurs: uri => uri === ours || uri === '',
  });
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return line;
};

const tells = (xml: string) => feedings.map(([, feed]) => read(feed(bytesOf(xml))));

describe('events', () => {
  test.each([
    ['ours by a prefix', '<o:a xmlns:o="urn:ours"><o:b>x</o:b></o:a>', '<a><b>x/>/>'],
    ['ours by default', '<a xmlns="urn:ours"><b>x</b></a>', '<a><b>x/>/>'],
    ['ours of no namespace', '<a><b>x</b></a>', '<a><b>x/>/>'],
    [
      'those of others apart',
      '<a xmlns="urn:ours"><b>x</b><e:b xmlns:e="urn:e">y</e:b></a>',
      '<a><b>x/><!b>y/>/>',
    ],
    [
      'and what is in them, even in our namespace',
      '<a xmlns="urn:ours"><b xmlns="urn:e">y<o:c xmlns:o="urn:ours">z</o:c><![CDATA[!]]></b><b>x</b></a>',
      '<a><!b>y<!c>z/>!/><b>x/>/>',
    ],
    [
      'and what is in them, after elements of ours that have ended',
      '<a xmlns="urn:ours"><b>x</b><b/><b xmlns="urn:e">y<o:c xmlns:o="urn:ours">z</o:c></b><b>x</b></a>',
      '<a><b>x/><b>/><!b>y<!c>z/>/><b>x/>/>',
    ],
    [
      'a prefix that is bound again',
      '<p:a xmlns:p="urn:ours"><p:b xmlns:p="urn:e">y</p:b><p:b>x</p:b></p:a>',
      '<a><!b>y/><b>x/>/>',
    ],
    ['even the root', '<a xmlns="urn:e"><b xmlns="urn:ours">x</b></a>', '<!a><!b>x/>/>'],
    [
      'attributes, and that an element is nil',
      `<a xmlns="urn:ours" k="1" xml:lang="sv" xmlns:i="${instance}"><b i:nil=" 1 " i:type="T"/></a>`,
      '<a k="1"><b nil>/>/>',
    ],
  ])('%s', (_, xml, line) => {
    expect(new Set(tells(xml))).toEqual(new Set([line]));
  });
});

describe('rejects', () => {
  test.each([
    ['a prefix that is not bound', '<o:a/>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a truncated document', '<a xmlns="urn:ours"><b>'],
    [
      'too deep nesting, even in skipped elements',
      `<a><e xmlns="urn:e">${'<e>'.repeat(99)}${'</e>'.repeat(99)}</e></a>`,
    ],
  ])('%s', (_, xml) => {
    for (const [, feed] of feedings) expect(refusal(() => read(feed(bytesOf(xml))))).toBe('ehr-unusable');
  });
});

// Writes XML: the bodies of the two writes, and SOAP requests. (fast-xml-parser never reads what an EHR sends: it accepts
// documents that are cut.)
import { XMLBuilder } from 'fast-xml-parser';
import { Failure } from '../../../domain/model/failure.ts';

/**
 * Elements by name, in their order. `@name` is an attribute, and `#text` the text of an element with attributes. Undefined
 * members are left out.
 */
export type XmlTree = { readonly [name: string]: string | XmlTree | undefined };

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  // Otherwise an attribute with the value `true` would be written without it.
  suppressBooleanAttributes: false,
});

/** Characters that XML 1.0 forbids, and white space that a parser would replace because the library does not escape it. */
const notCarried = /[\p{Cc}\p{Cs}\ufffe\uffff]/u;

/**
 * Serializes a tree without an XML declaration. Every text and attribute is escaped.
 * @throws Failure `unexpected` if a value has a control character, a lone surrogate, U+FFFE or U+FFFF: no value that is sent
 * to an EHR may have one, and none of them would arrive unchanged.
 */
export const writeXml = (tree: XmlTree): string => {
  const xml = builder.build(tree);
  if (notCarried.test(xml)) {
    throw new Failure('unexpected', { detail: 'a value has a character that XML cannot carry' });
  }
  return xml;
};

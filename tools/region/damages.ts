// Damages a saved answer in each of its values in turn: what tables make of it must differ, or be counted.
import { isJsonList, isJsonObject, type Json } from '../../src/domain/model/json.ts';
import { parseStrictJson, placeIn } from '../../src/json/strict-json.ts';

/** A damaged answer, and where it is damaged. */
export type Damage = { readonly where: string; readonly bytes: Buffer };

/** Copies of a JSON value in which one value is an object that no record can hold. */
const damagedJson = (whole: Json): Damage[] => {
  const all: Damage[] = [];
  const walk = (value: Json, path: string, rebuild: (inner: Json) => Json): void => {
    if (isJsonList(value))
      for (const [at, item] of value.entries())
        walk(item, `${path}[${at}]`, inner => rebuild(value.with(at, inner) as Json));
    else if (isJsonObject(value))
      for (const [name, member] of Object.entries(value))
        walk(member ?? null, `${path}${path === '' ? '' : '/'}${name}`, inner =>
          rebuild({ ...value, [name]: inner }),
        );
    else if (value !== null && value !== '')
      all.push({ where: path, bytes: Buffer.from(JSON.stringify(rebuild({ damaged: true }))) });
  };
  walk(whole, '', inner => inner);
  return all;
};

/** Texts in which brackets are no tags. */
const opaque = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g;
/** A text between two tags. */
const texts = />[^<>]*[^<>\s][^<>]*</g;
/** An attribute of a tag, but for the declaration of a namespace. */
const attributes = /(?<=<[^<>]*\s)(?!xmlns)[\w.:-]+(?=\s*=\s*(?:"[^"]*"|'[^']*'))/g;

/** Copies of an XML text in which one text is an element, or one attribute has another name. */
const damagedXml = (text: string): Damage[] => {
  const hidden = [...text.matchAll(opaque)].map(
    ({ index, 0: found }) => [index, index + found.length] as const,
  );
  const isHidden = (at: number) => hidden.some(([begin, end]) => at >= begin && at < end);
  const damage = (at: number, length: number, instead: string): Damage[] => {
    if (isHidden(at)) return [];
    const { line, column } = placeIn(text, at);
    const bytes = Buffer.from(`${text.slice(0, at)}${instead}${text.slice(at + length)}`);
    return [{ where: `line ${line}, column ${column}`, bytes }];
  };
  return [
    ...[...text.matchAll(texts)].flatMap(({ index, 0: found }) =>
      damage(index + 1, found.length - 2, '<damaged/>'),
    ),
    ...[...text.matchAll(attributes)].flatMap(({ index, 0: name }) => damage(index, name.length, 'damaged')),
  ];
};

/** Copies of a saved answer, JSON or XML, each with one damage. */
export const damagesOf = (file: Buffer): readonly Damage[] => {
  const text = file.toString('utf8').replace(/^\ufeff/, '');
  // An answer without a body has nothing to damage.
  if (text.trim() === '') return [];
  return text.trimStart().startsWith('<')
    ? damagedXml(text)
    : damagedJson(parseStrictJson(text, { exact: true }));
};

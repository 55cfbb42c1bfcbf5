// The units of doses, in Swedish: codes of UCUM, SNOMED CT (the national terminology) and HL7, abbreviations, and words.
import type { Noun } from './digits.ts';
import { timeUnitOf } from './time-units.ts';

/** Nouns that end a unit, such as `depottablett`. Others, such as `ml` and `plåster`, have no plural of their own. */
const nouns: readonly Noun[] = [
  ['tablett', 'tabletter'],
  ['kapsel', 'kapslar'],
  ['droppe', 'droppar'],
  ['dos', 'doser'],
  ['dospåse', 'dospåsar'],
  ['ampull', 'ampuller'],
  ['påse', 'påsar'],
  ['flaska', 'flaskor'],
  ['spruta', 'sprutor'],
  ['penna', 'pennor'],
  ['tub', 'tuber'],
  ['sked', 'skedar'],
  ['puff', 'puffar'],
  ['inhalation', 'inhalationer'],
  ['inandning', 'inandningar'],
  ['sprayning', 'sprayningar'],
  ['injektion', 'injektioner'],
  ['infusion', 'infusioner'],
  ['applikation', 'applikationer'],
  ['enhet', 'enheter'],
  ['stolpiller', 'stolpiller'],
  ['suppositorium', 'suppositorier'],
  ['vagitorium', 'vagitorier'],
];

/** Swedish word → the codes, abbreviations and English words for it, in small letters and without the brackets of UCUM. */
const codesByWord: Readonly<Record<string, string>> = {
  tablett: 'tab tabs tabl tbl tablet tablets tablet(s) ortab 732936001 385055001',
  kapsel: 'cap caps kaps capsule capsules capsule(s) orcap 732937005 420692007 428641000',
  droppe: 'drp drop drops drop(s) opdrop gtt 732994000 404218003',
  dos: 'dose doses dose(s) 408102007',
  dospåse: 'sachet sachets 733013000',
  ampull: 'amp ampoule ampoules ampule ampules 732978007',
  flaska: 'bottle bottles 732986007',
  spruta: 'syringe syringes 733020007',
  sked: 'spoonful spoonfuls 733015007',
  tesked: 'tsk tsp tsp_us tsp_m teaspoon teaspoons',
  matsked: 'msk tbsp tbs_us tbs_m tablespoon tablespoons',
  puff: 'puf puffs 415215001',
  sprayning: 'spry spray sprays actuation actuations 732981002',
  applikation: 'appl application applications 413568008',
  plåster: 'patch patches plaster 733010002',
  stolpiller: 'supp suppository suppositories',
  tub: 'tube tubes 733024003',
  enhet: 'unit units unit(s)',
  st: 'ea each styck',
  E: 'e u 767525000',
  IE: 'ie iu 258997004',
  mg: 'mg milligram 258684004',
  g: 'g gram gm 258682000',
  kg: 'kg kilogram',
  mikrogram: 'ug mcg µg μg microgram 258685003',
  ng: 'ng nanogram',
  l: 'l liter litre',
  dl: 'dl deciliter',
  cl: 'cl centiliter',
  ml: 'ml milliliter millilitre cc 258773002',
  mikroliter: 'ul µl μl microliter',
  mol: 'mol',
  mmol: 'mmol millimol 258718000',
  mikromol: 'umol µmol μmol',
  mekv: 'meq',
  kcal: 'kcal',
  kJ: 'kj',
  MBq: 'mbq',
  GBq: 'gbq',
  cm: 'cm',
  mm: 'mm',
  m2: 'm2 m²',
  '%': '% procent',
  h: 'h',
  min: 'min',
  dygn: 'd day dygn dag',
  s: 's',
};

/** Units of measurement: no other unit is another name for one of them. */
const measures = new Set('mg g kg mikrogram ng l dl cl ml mikroliter mol mmol mikromol'.split(' '));

/** The noun that a word ends with, with what stands before it: `filmdragerad tablett`, `filmdragerade tabletter`. */
const endingIn = (word: string, form: 0 | 1): Noun | undefined => {
  const noun = nouns.find(forms => word.endsWith(forms[form]));
  if (noun === undefined) return undefined;
  const start = word.slice(0, word.length - noun[form].length);
  return [start + noun[0], start.replace(/ad $/, 'ade ') + noun[1]];
};

const nounByCode: ReadonlyMap<string, Noun> = new Map(
  Object.entries(codesByWord).flatMap(([word, codes]) =>
    [word.toLowerCase(), ...codes.split(' ')].map((code): [string, Noun] => [
      code,
      endingIn(word, 0) ?? [word, word],
    ]),
  ),
);

/** Longer texts are not looked up: they are no code, and nothing is done with them that takes time. */
const maxLength = 200;

/** A unit that this list knows, singular and plural. */
export const knownUnit = (written: string): Noun | undefined => {
  if (written.length > maxLength) return undefined;
  // UCUM's brackets: `{tablett}`, `[iU]`.
  const key = written
    .replace(/^1?[{[](.*)[}\]]$/, '$1')
    .trim()
    .toLowerCase()
    .replace(/\.$/, '');
  const known = nounByCode.get(key);
  if (known !== undefined) return known;
  return key.includes('/') ? compoundUnit(key) : (endingIn(key, 1) ?? endingIn(key, 0));
};

/** `mg/kg`, `mikrogram/min`. Only the first part has a plural. */
const compoundUnit = (key: string): Noun | undefined => {
  const [first = '', ...others] = key.split('/');
  const head = knownUnit(first);
  const tail = others.map(part => nounByCode.get(part)?.[0]);
  if (head === undefined || tail.includes(undefined)) return undefined;
  return [`${head[0]}/${tail.join('/')}`, `${head[1]}/${tail.join('/')}`];
};

/** Whether a text has words, and is not a code: `{Kuverta}`, `C48542`, `732936999`. */
const isWords = (written: string): boolean => /\p{Ll}{2}/u.test(written) && !/[{}[\]_*^]/.test(written);

/**
 * The unit of a text that may be a code or words, singular and plural: the Swedish word, else the source's words. Undefined for an
 * unknown code, which no patient can read.
 */
export const unitOfText = (written: string): Noun | undefined => {
  const known = knownUnit(written);
  if (known !== undefined) return known;
  const words = written.trim();
  return isWords(words) ? [words, words] : undefined;
};

/**
 * The unit of a name and a code: the Swedish word for one of them, else the name. Undefined if there is only an unknown code, and if
 * the two contradict each other: `500 tablett` with the code `mg`.
 */
export const unitOf = (name: string | undefined, code: string | undefined): Noun | undefined => {
  const byCode = code === undefined ? undefined : knownUnit(code);
  if (name === undefined) return byCode;
  const byName = knownUnit(name);
  const isOther = byName !== undefined && byCode !== undefined && byName[0] !== byCode[0];
  if (isOther && [byName, byCode].some(([unit]) => measures.has(unit))) return undefined;
  return byName ?? byCode ?? (name === code ? undefined : unitOfText(name));
};

/** Whether a noun can follow the number of a dose: not one of time, a rate (`ml/h`), or words that a sentence would not end at. */
export const isDoseUnit = ([singular]: Noun): boolean => {
  const words = singular.replace(/m2$/, 'm');
  return (
    /^[\p{L}%][^\d,;:\n]*$/u.test(words) &&
    words.split(/\/|\bper\b/).every(part => timeUnitOf(part.trim().toLowerCase()) === undefined)
  );
};

/** Units that no dose in a prescriber's words has: of sizes, of weights of persons, and of packages. */
const notOfDoses = /^(?:kg|l|cm|mm|m2|%|h|min|dygn|s)$|(?:tub|flaska)$/;

/** Whether a word of a prescriber, in Swedish or English, is the unit of a dose. */
export const isDoseWord = (word: string): boolean => {
  const [singular] = knownUnit(word) ?? [];
  return singular !== undefined && !notOfDoses.test(singular);
};

/** Whether a unit measures, so that a strength can be in it, and does not count: `mg`, `IE`, and not `tablett`. */
export const isMeasure = (word: string): boolean => {
  const [singular = ''] = knownUnit(word) ?? [];
  return measures.has(singular) || ['E', 'IE', 'enhet', 'mekv', 'MBq', 'GBq'].includes(singular);
};

/** Whether a unit is one of volume. */
export const isVolume = (word: string): boolean =>
  ['ml', 'cl', 'dl', 'mikroliter'].includes(knownUnit(word)?.[0] ?? '');

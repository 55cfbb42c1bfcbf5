// Everything in a record, member by member, so nothing of an answer vanishes in the app.
import { el, inSwedish } from './dom.js';
import { readable } from './time.js';
import { closedWord } from './words/closed.js';
import { w } from './words/words.js';

/** The members that the app does not show, and why. */
export const unshown = {
  XSDVersion: 'the version of the layout, for programs',
  root: 'which register an id is from, for programs',
  codeSystem: 'which list a code is from, for programs; its name is shown',
  codeSystemVersion: 'the edition of that list, for programs',
};

/** `SignalVerifiedDateTime` → `Signal verified date time` */
const label = name => {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-zåäö\d])([A-ZÅÄÖ])/g, '$1 $2')
    .trim();
  return words[0].toUpperCase() + words.slice(1).toLowerCase();
};

const leaf = value => {
  if (value === true) return w().yes;
  if (value === false) return w().no;
  return typeof value === 'string' ? (readable(value) ?? inSwedish(value)) : String(value);
};

const isLeaf = value => typeof value !== 'object' || value === null;
/** The members that hold no more than the member around them says. */
const inner = ['value', '$self'];

/** Members whose words may be closed ones: what a person is, and what a note or its part is called. Some layouts begin in lower case. */
const closed =
  /^(?:CareProviderType|Keyword|NoteTemplateName|NoteTypeOfNote|PatientAddressType|PatientRelativeType)$/i;

const node = (value, name) => {
  if (isLeaf(value)) return (closed.test(name ?? '') ? closedWord(value) : undefined) ?? leaf(value) ?? '';
  if (Array.isArray(value)) return el('div', {}, ...value.map(one => el('div', {}, node(one, name))));
  const members = Object.entries(value).filter(([name]) => !Object.hasOwn(unshown, name));
  return el(
    'dl',
    {},
    ...members.flatMap(([name, member]) => [
      el('dt', { lang: 'en', class: 'for-developers' }, inner.includes(name) ? '' : label(name)),
      el('dd', {}, node(member, name)),
    ]),
  );
};

/**
 * Everything in some records, closed at first. The names of the members are technical: developers alone see them.
 * @param {...object} records those that are undefined are left out.
 */
export const everything = (...records) =>
  el(
    'details',
    { class: 'everything' },
    el('summary', {}, w().everything),
    ...records.filter(record => record !== undefined).map(record => node(record)),
  );

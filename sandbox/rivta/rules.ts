// The rules of the published schemas for requests, by hand: which elements, in which order, how often, in which form.
import type { Element } from './read-xml.ts';
import { Refusal } from './refusal.ts';

type Check = (element: Element) => void;

export type Rule = {
  readonly name: string;
  readonly min: 0 | 1;
  readonly max: number;
  readonly check: Check;
};

const hasText: Check = ({ name, children }) => {
  if (children.length > 0) throw new Refusal(`${name} has elements in it`);
};

export const one = (name: string, check: Check = hasText): Rule => ({ name, min: 1, max: 1, check });
export const optional = (name: string, check: Check = hasText): Rule => ({ name, min: 0, max: 1, check });
export const many = (name: string, check: Check = hasText): Rule => ({ name, min: 0, max: Infinity, check });
export const some = (name: string, check: Check = hasText): Rule => ({ name, min: 1, max: Infinity, check });

/** Text of a form. */
export const like =
  (pattern: RegExp, form: string): Check =>
  element => {
    hasText(element);
    if (!pattern.test(element.text)) throw new Refusal(`${element.name} is not ${form}`);
  };

/**
 * A sequence: elements of a namespace in this order, then any of other namespaces.
 * @throws Refusal that names the first element that is missing, too many or out of its place.
 */
export const sequence =
  (ns: string, rules: readonly Rule[]): Check =>
  ({ name, children, text }) => {
    if (text.trim() !== '') throw new Refusal(`${name} has text in it`);
    let at = 0;
    for (const rule of rules) {
      let times = 0;
      for (let next = children[at]; next?.ns === ns && next.name === rule.name; next = children[at]) {
        if (++times > rule.max) throw new Refusal(`${name} has ${rule.name} too often`);
        rule.check(next);
        at += 1;
      }
      if (times < rule.min) throw new Refusal(`${name} lacks ${rule.name}, or has it out of its place`);
    }
    const rest = children.slice(at).find(child => child.ns === ns || child.ns === '');
    if (rest !== undefined) throw new Refusal(`${name} has ${rest.name}, which is not expected there`);
  };

/** What the contract lets one ask by, and the stand-in cannot: better a Fault than an answer to another question. */
export const notServed: Check = ({ name }) => {
  throw new Refusal(`one cannot ask by ${name} here`);
};

/** The texts of the children of that name. */
export const texts = ({ children }: Element, name: string): readonly string[] =>
  children.filter(child => child.name === name).map(({ text }) => text);

const day = like(/^(19|20)\d\d(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])$/, 'a day (YYYYMMDD)');

/** A period of days; only some contracts let an end be open. */
export const datePeriod = (ns: string, ends: typeof one | typeof optional): Check =>
  sequence(ns, [ends('start', day), ends('end', day)]);

const personal = '1.2.752.129.2.1.3.1';
const coordination = '1.2.752.129.2.1.3.3';

/** The region's own register of reserve numbers. */
export const reserveRegister = '1.2.752.97.3.1.3';
/** What its numbers look like, as a profile says it. */
export const reserveNumbers = '[0-9]{8}[TF][0-9]{3}';

const isReserve = (number: string) => new RegExp(`^${reserveNumbers}$`).test(number);

/** The register that a number is from: by its letter, or the day in it. */
export const registerOf = (number: string): string => {
  if (isReserve(number)) return reserveRegister;
  return Number(number.slice(6, 8)) >= 60 ? coordination : personal;
};

/** A person: a number of 12 characters, and the register that it is from. */
export const personId =
  (ns: string): Check =>
  element => {
    sequence(ns, [one('id', like(/^\d{8}[\dTF]\d{3}$/, 'a patient number')), one('type')])(element);
    const [id = ''] = texts(element, 'id');
    if (texts(element, 'type')[0] !== registerOf(id)) {
      throw new Refusal(`the type of ${element.name} is not that of the number`);
    }
  };

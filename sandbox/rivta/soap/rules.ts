// Hand-written rules of the published schemas for requests: elements, their order, number and format.
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
  if (children.length > 0) throw new Refusal(`${name} must not contain elements`);
};

export const required = (name: string, check: Check = hasText): Rule => ({ name, min: 1, max: 1, check });
export const optional = (name: string, check: Check = hasText): Rule => ({ name, min: 0, max: 1, check });
export const many = (name: string, check: Check = hasText): Rule => ({ name, min: 0, max: Infinity, check });
export const some = (name: string, check: Check = hasText): Rule => ({ name, min: 1, max: Infinity, check });

/** Checks that a text has a format. */
export const like =
  (pattern: RegExp, form: string): Check =>
  element => {
    hasText(element);
    if (!pattern.test(element.text)) throw new Refusal(`${element.name} is not ${form}`);
  };

/**
 * Checks a sequence: elements of a namespace in this order, then any elements of other namespaces.
 * @throws Refusal that names the first element that is missing, repeated too often or out of order.
 */
export const sequence =
  (ns: string, rules: readonly Rule[]): Check =>
  ({ name, children, text }) => {
    if (text.trim() !== '') throw new Refusal(`${name} must not contain text`);
    let at = 0;
    for (const rule of rules) {
      let times = 0;
      for (let next = children[at]; next?.ns === ns && next.name === rule.name; next = children[at]) {
        if (++times > rule.max) throw new Refusal(`${name} has ${rule.name} too often`);
        rule.check(next);
        at += 1;
      }
      if (times < rule.min) throw new Refusal(`${name} lacks ${rule.name}, or has it in the wrong place`);
    }
    const rest = children.slice(at).find(child => child.ns === ns || child.ns === '');
    if (rest !== undefined) throw new Refusal(`${name} has ${rest.name}, which is not expected there`);
  };

/** A filter of the contract that the simulator does not support: a Fault is better than an unfiltered answer. */
export const notServed: Check = ({ name }) => {
  throw new Refusal(`filtering by ${name} is not supported here`);
};

/** The texts of the children with a name. */
export const texts = ({ children }: Element, name: string): readonly string[] =>
  children.filter(child => child.name === name).map(({ text }) => text);

const day = like(/^(19|20)\d\d(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])$/, 'a day (YYYYMMDD)');

/** A period of days. Only some contracts allow open ends. */
export const datePeriod = (ns: string, ends: typeof required | typeof optional): Check =>
  sequence(ns, [ends('start', day), ends('end', day)]);

const personal = '1.2.752.129.2.1.3.1';
const coordination = '1.2.752.129.2.1.3.3';

/** The root of the region's reserve numbers. */
export const reserveRegister = '1.2.752.97.3.1.3';
/** The pattern of reserve numbers for a profile. */
export const reserveNumbers = '[0-9]{8}[TF][0-9]{3}';

const isReserve = (number: string) => new RegExp(`^${reserveNumbers}$`).test(number);

/** The root of a number, from its letter or the day in it. */
export const registerOf = (number: string): string => {
  if (isReserve(number)) return reserveRegister;
  return Number(number.slice(6, 8)) >= 60 ? coordination : personal;
};

/** Checks a person id: a number of 12 characters, and its root. */
export const personId =
  (ns: string): Check =>
  element => {
    sequence(ns, [required('id', like(/^\d{8}[\dTF]\d{3}$/, 'a patient number')), required('type')])(element);
    const [id = ''] = texts(element, 'id');
    if (texts(element, 'type')[0] !== registerOf(id)) {
      throw new Refusal(`the type of ${element.name} does not match the number`);
    }
  };

// People's names: which of several is published, and its parts.
import type * as R4 from 'fhir/r4.js';
import { nonBlank, nonEmptyList, partialObject } from '../../values/values.ts';
import { child, children, countLoss, type Element, ignoringLosses, type With } from './element.ts';
import { extension, primitiveElement } from './extensions.ts';
import { itemTexts, text, texts } from './primitives.ts';
import type { ElementTimes } from './times.ts';

const swedish = 'http://hl7.se/fhir/ig/base/StructureDefinition';
const ownFamily = `${swedish}/SEBaseOwnFamilyExtension`;
const middle = `${swedish}/SEBaseMiddleNameExtension`;
const qualifier = 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-qualifier';

/** Uses of a name that are passed over if there is another name. */
const otherUses = new Set(['nickname', 'anonymous', 'old', 'maiden', 'temp']);

export type Now = { readonly times: ElementTimes; readonly now: string };

/** Whether an element's period has ended by `now` (14 digits of local time). An unreadable period has not. */
export const hasEnded = (element: With<'period', R4.Period>, { times, now }: Now): boolean => {
  const end = times.end(child(ignoringLosses(element), 'period'), 'end');
  return end !== undefined && end < now;
};

/**
 * The name to publish: the official one, else the usual one, else one in use, else the first. One that has ended is taken only if all
 * have.
 */
export const chosenName = (
  names: readonly Element<R4.HumanName>[],
  now: Now,
): Element<R4.HumanName> | undefined => {
  if (names.length < 2) return names[0];
  const useOf = (name: Element<R4.HumanName>) => text(ignoringLosses(name), 'use');
  const current = names.filter(name => !hasEnded(name, now));
  const candidates = current.length === 0 ? names : current;
  const withUse = (use: string) => candidates.find(name => useOf(name) === use);
  return (
    withUse('official') ??
    withUse('usual') ??
    candidates.find(name => !otherUses.has(useOf(name) ?? '')) ??
    candidates[0]
  );
};

/** The parts of a name in one line. */
export const nameFromParts = (name: Element<R4.HumanName>): string | undefined =>
  nonBlank(
    [...texts(name, 'prefix'), ...texts(name, 'given'), text(name, 'family') ?? '', ...texts(name, 'suffix')]
      .join(' ')
      .trim(),
  );

/**
 * A name in one line: its `text`, else its parts. A text without the family name that stands beside it is not the whole name; what it says
 * beyond the parts is counted.
 */
export const fullName = (name: Element<R4.HumanName> | undefined): string | undefined => {
  if (name === undefined) return undefined;
  const [whole, family = ''] = [text(name, 'text'), text(ignoringLosses(name), 'family')];
  const isWithin = (part: string, of: string) => of.toLowerCase().includes(part.toLowerCase());
  if (whole !== undefined && isWithin(family, whole)) return whole;
  const parts = nameFromParts(name);
  if (whole !== undefined && parts !== undefined && !isWithin(whole, parts))
    countLoss(name, 'text', 'repeated');
  return parts ?? whole;
};

/** A person's name in one line. */
export const nameOf = (person: With<'name', readonly R4.HumanName[]>, now: Now): string | undefined =>
  fullName(chosenName(children(person, 'name'), now));

const valueIn = (element: Element<R4.Element> | undefined, url: string): string | undefined =>
  text(extension(element, url), 'valueString');

const givenNames = (name: Element<R4.HumanName>) =>
  nonEmptyList(
    itemTexts(name, 'given').map((value, at) => {
      if (value === undefined) return undefined;
      const qualified = extension(primitiveElement(name, 'given', at), qualifier);
      return text(qualified, 'valueCode') === 'CL' ? { qualifier: 'CL', value } : { value };
    }),
  );

/** The parts of a name under the extract's names. If the name only has `text`, that becomes one given name. */
export const nameParts = (name: Element<R4.HumanName> | undefined) => {
  if (name === undefined) return undefined;
  const family = primitiveElement(name, 'family');
  const parts = partialObject({
    PatientFamilyName: valueIn(name, ownFamily) ?? valueIn(family, ownFamily) ?? text(name, 'family'),
    PatientMiddleName: valueIn(name, middle) ?? valueIn(family, middle),
    PatientGivenName: givenNames(name),
  });
  if (parts?.PatientFamilyName !== undefined || parts?.PatientGivenName !== undefined) return parts;
  const whole = text(name, 'text');
  return whole === undefined ? parts : { ...parts, PatientGivenName: [{ value: whole }] };
};

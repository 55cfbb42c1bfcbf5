// Phone numbers, e-mail addresses and postal addresses.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import { nonBlank, nonEmptyList } from '../../values/values.ts';
import { children, countLoss, type Element, type With } from './element.ts';
import { text, texts } from './primitives.ts';

/** The systems of `telecom` that have a place in the record of a patient or a unit. */
const allSystems: ReadonlySet<string> = new Set(['phone', 'sms', 'fax', 'pager', 'email']);

/**
 * The phone numbers and e-mail addresses in `telecom`, except entries without a value.
 * @param options.systems the systems that have a place in the record: by default, those of phones, faxes, pagers and e-mail.
 * @param options.skipsOld whether old entries are skipped.
 * @param options.countsOthers whether entries of other systems are counted as unmapped.
 */
export const contactPoints = (
  element: With<'telecom', readonly R4.ContactPoint[]>,
  { systems = allSystems, skipsOld = false, countsOthers = false } = {},
) =>
  children(element, 'telecom').flatMap(point => {
    // One that is left out is not read, and therefore counted.
    if (skipsOld && point.node.use === 'old') return [];
    const [system = '', value] = [text(point, 'system'), text(point, 'value')];
    if (value === undefined) return [];
    if (systems.has(system)) return [{ system, use: text(point, 'use'), value }];
    if (countsOthers) countLoss(point, undefined, 'unmapped');
    return [];
  });
export type ContactPoint = ReturnType<typeof contactPoints>[number];

/** Whether a contact point is an e-mail address; any other is a number to call or send to. */
export const isEmail = ({ system }: ContactPoint): boolean => system === 'email';

/** Phones and e-mail addresses that are in use. Entries of other systems are counted. */
export const pointsInUse = (root: With<'telecom', readonly R4.ContactPoint[]>) =>
  contactPoints(root, { skipsOld: true, countsOthers: true });

/** Contact points under the extract's names, which all kinds share. Extracts name the lists around them differently. */
export const phonesAndEmails = (points: readonly ContactPoint[]) => ({
  phones: nonEmptyList(
    points.map(point =>
      isEmail(point) ? undefined : omitUndefined({ PhoneType: point.use, PhoneNumber: point.value }),
    ),
  ),
  emails: nonEmptyList(
    points.map(point =>
      isEmail(point) ? omitUndefined({ EmailType: point.use, EmailAddress: point.value }) : undefined,
    ),
  ),
});

const isCareOf = (line: string) => /^\s*c\/o\b/i.test(line);

/** An address by its parts. The first line that begins with c/o is `careOf`, any other one is counted as lost. */
export const postalAddress = (element: Element<R4.Address>) => {
  const all = texts(element, 'line');
  const [careOf, ...others] = all.filter(isCareOf);
  for (const _ of others) countLoss(element, 'line', 'repeated');
  return {
    use: text(element, 'use'),
    careOf,
    /** The other lines in one. */
    street: nonBlank(all.filter(line => !isCareOf(line)).join(', ')),
    postalCode: text(element, 'postalCode'),
    city: text(element, 'city'),
    /** A further part. One that the record in question has no member for must not be read: it is then counted as unread. */
    part: (member: 'district' | 'state' | 'country' | 'text') => text(element, member),
  };
};
export type PostalAddress = ReturnType<typeof postalAddress>;

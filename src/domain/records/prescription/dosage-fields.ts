// Members that several dosage plugins share.
import { type Component, decimal, exact, integerMember, objectOf, string } from '../shared/common.ts';

export const minDose = decimal('The smallest dose. Equal to the largest if the dose is fixed.', 1);
export const maxDose = decimal('The largest dose.', 2);
export const doseUnit = string('The unit of the doses.', 'tablett');
export const dosageText = string(
  'The dosage in words. Prefer it when you show the dosage to a patient.',
  '1 tablett 3 gånger per dag',
);
export const timeOfDayMember = exact('The time of day, hour and minute.', '08:00');
const timeUnit = exact('The unit of time.', 'HOUR', 'DAY', 'WEEK');

/** A number with its unit: in XML, the element's text and an attribute. */
export const quantityMember = (description: string, example: number, unit: string, $id: string) =>
  objectOf({ $self: decimal('The number.', example), Unit: string('Its unit.', unit) }, description, {
    $id,
  });

const unitCount = 'The number of time units.';

/** A duration: a whole number of time units. */
export const timeSpan = (description: string, example: number, published?: Component) =>
  objectOf({ $self: integerMember(unitCount, example), Type: timeUnit }, description, published);

/** A duration that may have a fraction. */
export const decimalTimeSpan = (description: string, example: number) =>
  objectOf({ $self: decimal(unitCount, example), Type: timeUnit }, description);

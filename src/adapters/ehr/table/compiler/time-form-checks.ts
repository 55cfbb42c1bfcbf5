// Checks the forms of times that tables write, also for those in which day and month are probably mixed up.
import { hasUnusualOrder, type TimeForm, timeForm, timeFormFault, writeTime } from '../time-forms.ts';
import { fault, hint, type Place } from './place.ts';

/** Says how a form writes a date whose day could be a month, if its order is unusual. */
export const hintOfOrder = (form: string, place: Place): void => {
  if (hasUnusualOrder(form))
    hint(
      place,
      `in this form, 3 April 2026 is ${writeTime(form, '20260403000000')}: does the EHR write it so?`,
    );
};

/** The form of a time; undefined if none is written, or, with a fault reported, if it cannot be used. */
export const checkedTimeForm = (form: string | undefined, place: Place): TimeForm | undefined => {
  if (form === undefined) return undefined;
  const wrong = timeFormFault(form);
  if (wrong !== undefined) return fault(place, wrong);
  hintOfOrder(form, place);
  return timeForm(form);
};

// Forms of times in which day and month are probably mixed up.
import { hasUnusualOrder, writeTime } from '../time-forms.ts';
import { hint, type Place } from './place.ts';

/** Says how a form writes a date whose day could be a month, if its order is unusual. */
export const hintOfOrder = (form: string, place: Place): void => {
  if (hasUnusualOrder(form))
    hint(
      place,
      `in this form, 3 April 2026 is ${writeTime(form, '20260403000000')}: does the EHR write it so?`,
    );
};

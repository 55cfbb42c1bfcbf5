// The patient in a list of bookings: name, numbers, addresses and phones.
import type { Loss } from '../../../../domain/model/loss.ts';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { PatientSummary } from '../../../../domain/records/appointment.ts';
import type { Identifier } from '../../../../domain/records/shared/common.ts';
import { nonEmptyList } from '../../values/values.ts';
import { type ContactPoint, isEmail, pointsInUse } from '../elements/contact-points.ts';
import { rootElement } from '../elements/element.ts';
import { nameOf } from '../elements/names.ts';
import { addressesInUse } from '../patients/patient-addresses.ts';
import type { PatientContext } from '../records/context.ts';
import { withholdingElement } from '../search/labels.ts';
import { otherNumbers } from '../search/other-numbers.ts';
import { publishedAddress } from './place.ts';

const numbered = ({ root, extension }: Identifier) => ({
  Number: extension ?? '',
  ...(root === undefined ? {} : { Type: { Id: root } }),
});

const phoneNumber = ({ use, value }: ContactPoint) => ({
  Number: value,
  ...(use === undefined ? {} : { Type: { Id: use, Name: use } }),
});

/** Another patient's summary: its only number is a text that cannot be mistaken for a person number (D17). */
export const foreignSummary = ({ extension = '' }: Identifier): PatientSummary => ({
  PersonNumbers: [{ Number: extension }],
});

/** The summary and its losses. If the main Patient is withheld, the summary has only the requested number. */
export const patientSummary = (context: PatientContext) => {
  const { person, members } = context;
  const root = rootElement(person.main);
  const requestedNumber = numbered(person.patientId);
  const because = withholdingElement(person.main, members);
  if (because !== undefined) {
    const loss: Loss = { path: `Patient/${because}`, reason: 'withheld', hides: [] };
    return { summary: { PersonNumbers: [requestedNumber] }, losses: [loss] };
  }
  const { active, inactive } = otherNumbers(root, context);
  const summary = omitUndefined<PatientSummary>({
    Name: nameOf(root, context),
    PersonNumbers: [requestedNumber, ...[...active, ...inactive].map(numbered)],
    Addresses: nonEmptyList(addressesInUse(root, context).map(publishedAddress)),
    PhoneNumbers: nonEmptyList(
      pointsInUse(root).map(point => (isEmail(point) ? undefined : phoneNumber(point))),
    ),
  });
  return { summary, losses: root.tally.losses };
};

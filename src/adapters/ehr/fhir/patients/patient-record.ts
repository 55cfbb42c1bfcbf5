// Patient → the patient record. Addresses and relatives have files of their own.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import { layoutVersions } from '../../../../domain/records/layout-versions.ts';
import type { PatientExtract as Extract } from '../../../../domain/records/patient.ts';
import { hsaId, nonEmptyList, partialObject, timeValue } from '../../values/values.ts';
import { conceptOf, isSaid, textOfConcept } from '../elements/coded.ts';
import { phonesAndEmails, pointsInUse } from '../elements/contact-points.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  ignoringLosses,
  isMask,
  pathOf,
  withTally,
} from '../elements/element.ts';
import { idsIn } from '../elements/identifiers.ts';
import { codeValue } from '../elements/listed-words.ts';
import { chosenName, nameParts } from '../elements/names.ts';
import { bool, text } from '../elements/primitives.ts';
import type { Resource } from '../json/resource.ts';
import { changedAt, localId, type PatientContext } from '../records/context.ts';
import { countUnresolvedCareUnit, countUnresolvedUnit } from '../records/record-units.ts';
import { otherNumbers } from '../search/other-numbers.ts';
import { patientAddresses, registerOf } from './patient-addresses.ts';
import { relativesOf } from './relatives.ts';

type Patient = NonNullable<Extract['Patient']>;

const sexes: ReadonlyMap<string, string> = new Map([
  ['male', 'M'],
  ['female', 'F'],
  ['other', 'U'],
  ['unknown', 'U'],
]);

/** The date of death. A death without a date is counted. */
const deceasedDate = (root: Element<R4.Patient>, { times }: PatientContext): string | undefined => {
  if (bool(root, 'deceasedBoolean') === true) countLoss(root, 'deceasedBoolean');
  return times.date(root, 'deceasedDateTime');
};

/** The identifiers that are not person numbers. Those that cannot be read are counted by `otherNumbers`. */
const otherIdentifiers = (root: Element<R4.Patient>, { registers }: PatientContext) =>
  partialObject({
    PatientOtherIdentifier: nonEmptyList(
      idsIn(ignoringLosses(root)).map(({ system, value, element }) => {
        if (value === undefined || registers.kindOf(system) !== undefined) return undefined;
        const tallied = withTally(element, root.tally);
        const type = conceptOf(child(tallied, 'type'));
        const words = textOfConcept(type);
        if (words === undefined && isSaid(type)) countLoss(tallied, 'type');
        return omitUndefined<{ PatientOtherIdentifierType: string; PatientOtherIdentifierValue: string }>({
          PatientOtherIdentifierType: words ?? system,
          PatientOtherIdentifierValue: value,
        });
      }),
    ),
  });

const patientOf = (
  root: Element<R4.Patient>,
  context: PatientContext,
  relatedPersons: readonly Resource<R4.RelatedPerson>[],
): Patient => {
  const { times, person } = context;
  const { phones, emails } = phonesAndEmails(pointsInUse(root));
  const addresses = patientAddresses(root, context);
  const { active, inactive } = otherNumbers(root, context);
  return omitUndefined<Patient>({
    rc_id: localId(root),
    PatientVersionDateTime: timeValue(changedAt({ root, times }, true)),
    PatientID: person.patientId,
    PatientInternalID: text(root, 'id'),
    PatientProtectedId: context.isProtected,
    PatientName: nameParts(chosenName(children(root, 'name'), context)),
    PatientBirthDate: timeValue(times.birthDate(root, 'birthDate')),
    PatientDeceasedDate: timeValue(deceasedDate(root, context)),
    PatientSex: codeValue(root, 'gender', gender => sexes.get(gender)),
    PatientAddresses: partialObject({
      PatientAddress: nonEmptyList(addresses.map(({ published }) => published)),
    }),
    PhoneNumbers: partialObject({ Phone: phones }),
    EmailAddresses: partialObject({ Email: emails }),
    PatientRelatives: partialObject({
      PatientRelative: nonEmptyList(relativesOf(root, context, relatedPersons)),
    }),
    PatientDataRegister: registerOf(addresses),
    PatientConnectedActiveNumbers: partialObject({ PatientConnectedActiveNumber: nonEmptyList(active) }),
    PatientConnectedInactiveNumbers: partialObject({
      PatientConnectedInactiveNumber: nonEmptyList(inactive),
    }),
    PatientOtherIdentifiers: otherIdentifiers(root, context),
  });
};

/** The unit responsible for the patient: the first Organization among the general practitioners. The others are counted. */
const responsibleUnit = (root: Element<R4.Patient>, { units, references: { typeOf } }: PatientContext) => {
  const practitioners = children(root, 'generalPractitioner').filter(
    ({ node }) => !isMask(node) && Object.keys(node).length > 0,
  );
  const isOrganization = (practitioner: Element<R4.Reference>) => typeOf(practitioner) === 'Organization';
  const organization = practitioners.find(isOrganization);
  for (const other of practitioners) {
    if (other === organization) continue;
    countLoss(root, 'generalPractitioner', isOrganization(other) ? 'repeated' : 'unmapped');
  }
  const resolution = units.at(organization);
  countUnresolvedUnit(root, resolution, pathOf(root, 'generalPractitioner'));
  return resolution?.unit?.ids;
};

/** The care unit where the patient is registered, and its care provider, which may be the same. */
const managingUnit = (root: Element<R4.Patient>, { units }: PatientContext) => {
  const resolution = units.in(root, 'managingOrganization');
  countUnresolvedUnit(root, resolution, pathOf(root, 'managingOrganization'));
  countUnresolvedCareUnit(root, resolution);
  const unit = resolution?.unit;
  return {
    AccessZoneUnit: (unit?.careUnit ?? unit)?.ids,
    HeadCareproviderUnit: (unit?.careProvider ?? unit)?.ids,
  };
};

/** The patient's record. */
export const patientRecord = (
  root: Element<R4.Patient>,
  context: PatientContext,
  relatedPersons: readonly Resource<R4.RelatedPerson>[],
): RecordOf<'patients'> => {
  const { members, times } = context;
  const extract = omitUndefined<Extract>({
    ehr_system: hsaId(members.ehrSystem),
    time_created: timeValue(changedAt({ root: ignoringLosses(root), times }, true)),
    Patient: patientOf(root, context, relatedPersons),
    ResponsibleUnit: responsibleUnit(root, context),
    ...managingUnit(root, context),
  });
  return { XSDVersion: layoutVersions.patients, PatientEHRExtract: [extract] };
};

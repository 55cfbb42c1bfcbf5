// Groups of members that several records share, spelled as in the contract.
import type { TProperties } from 'typebox';
import { arrayOf, container, exact, flag, GivenName, id, objectOf, refTo, string, time } from './common.ts';
import { withHidden } from './hiding.ts';

/** The members that every extract starts with. */
export const extractHead = {
  ehr_id: id('The id of the patient’s record in the EHR that the extract is from.'),
  ehr_system: id('The EHR system that the extract is from.'),
  time_created: time('When the EHR produced the extract, not when care was given or anything was written.'),
};

/** The secrecy groups of a part of an extract. */
export const secrecyGroups = (of: string) =>
  objectOf(
    { Group: arrayOf(string('The name of a group.', 'Kvinnokliniken'), 'The names of the groups.') },
    `Groups of staff to whom access to ${of} is restricted inside the EHR.`,
    { $id: 'SecrecyGroups', general: 'Groups of staff to whom access is restricted inside the EHR.' },
  );

/** The secrecy levels of a part of an extract, which release rules compare (D26). */
export const secrecyLevels = (of: string) =>
  objectOf(
    {
      SecrecyLevel: arrayOf(
        withHidden('secrecy', string('The name of a level.', 'Skyddad')),
        'The names of the levels.',
      ),
    },
    `Secrecy levels that the EHR has set on ${of}.`,
    { $id: 'SecrecyLevels', general: 'Secrecy levels that the EHR has set.' },
  );

const unitId = id('The unit’s id, usually its HSA-id.');

/** The HSA-id of a unit that release rules compare with those of the profile (D26). */
const releaseUnitId = withHidden('unit', unitId);

/** The ids of a unit. */
export const unitIdMembers = { UnitID: unitId, UnitLocalID: id('The unit’s id in the EHR itself.') };

export const accessZoneUnit =
  'The unit whose access zone the information belongs to. The zone determines who may read it.';
export const headUnit = 'The care provider (the organisation) that the unit belongs to.';

/** The members that refer to units by these ids. */
export const unitReferences = <P extends TProperties>(ids: P, $id: string) => {
  const byIds = { $id, general: 'A unit, by its ids.' };
  const unitIds = (description: string) => objectOf(ids, description, byIds);
  const releaseUnitIds = (description: string) =>
    objectOf({ ...ids, UnitID: releaseUnitId }, description, byIds);
  return {
    unitIds,
    /** A unit that release rules compare with those of the profile (D26). */
    releaseUnitIds,
    /** The units of a record besides the one where it was written. */
    unitsByRole: {
      ResponsibleUnit: releaseUnitIds('The unit that is responsible for the information.'),
      AccessZoneUnit: releaseUnitIds(accessZoneUnit),
      HeadCareproviderUnit: unitIds(headUnit),
    },
  };
};

const references = unitReferences(unitIdMembers, 'UnitReference');

/** A unit, by its ids. */
export const unitIds = references.unitIds;

/** A unit, by its ids, that release rules compare with those of the profile (D26). */
export const releaseUnitIds = references.releaseUnitIds;

/** The units of a record besides the one where it was written. */
export const unitsByRole = references.unitsByRole;

const patientName = objectOf(
  {
    PatientFamilyName: string('The family name.', 'Tolvansson'),
    PatientMiddleName: string('The middle name.', 'Mellan'),
    PatientGivenName: arrayOf(refTo(GivenName), 'The given names, in their order.'),
  },
  'The patient’s name.',
  { $id: 'PatientName' },
);

const protectedIdentity =
  'Whether the patient’s identity is protected. If so, never reveal the address or whereabouts to anybody else.';

export const protectedId = withHidden('protection', flag(protectedIdentity, false));

export const patientId = withHidden(
  'owner',
  id('The patient’s number: personal identity, coordination or reserve number.'),
);

export const patientInternalId = exact('The patient’s id in the EHR itself.', '40217');

/** Who a patient is. */
export const patientMembers = {
  PatientID: patientId,
  PatientInternalID: patientInternalId,
  PatientProtectedId: protectedId,
  PatientSecrecyGroups: secrecyGroups('this patient'),
  PatientName: patientName,
};

/** The patient of journal notes, contacts and attention signals. */
export const ExtractPatient = objectOf(patientMembers, 'The patient that the information is about.', {
  $id: 'ExtractPatient',
});

const phone = objectOf(
  {
    PhoneType: string('What kind of number it is.', 'Mobil', 'Hem', 'Arbete'),
    PhoneNumber: exact('The number, as it was registered.', '070-000 00 00'),
    PhoneComment: string('A remark on the number.', 'Helst efter klockan 16'),
  },
  'A telephone number.',
  { $id: 'Phone' },
);
const email = objectOf(
  {
    EmailType: string('What kind of address it is.', 'Arbete', 'Privat'),
    EmailAddress: exact('The address.', 'tolvan@example.com'),
    EmailComment: string('A remark on the address.', 'Läses sällan'),
  },
  'An e-mail address.',
  { $id: 'Email' },
);

export const phones = container('Phone', phone, 'Telephone numbers.');
export const emails = container('Email', email, 'E-mail addresses.', { $id: 'EmailAddresses' });
export const phoneDatas = container('PhoneData', phone, 'Telephone numbers.', {
  $id: 'PrescriptionPhoneNumbers',
});
export const emailDatas = container('EmailData', email, 'E-mail addresses.', {
  $id: 'PrescriptionEmailAddresses',
});

export const unitAddress = objectOf(
  {
    UnitAddressType: string('What the address is for.', 'Besöksadress', 'Postadress'),
    UnitAddressAddress: string('Street and number, or box.', 'Hittepågatan 1'),
    UnitAddressPostcode: string('The postal code.', '583 36'),
    UnitAddressCity: string('The town.', 'Linköping'),
    UnitAddressCounty: string('The county.', 'Östergötlands län'),
    UnitAddressCountry: string('The country.', 'Sverige'),
    UnitAddressGeographicalPlace: string('Where it is in the building or on the site.', 'Ingång 3, plan 2'),
    UnitAddressComment: string('A remark on the address.', 'Entré från gården'),
  },
  'An address of the unit.',
  { $id: 'UnitAddress' },
);

export const accessZones = container(
  'AccessZoneID',
  id('The id of an access zone.'),
  'The access zones that the unit belongs to. They determine who may read its information.',
);

const unitMembers = {
  ...unitIdMembers,
  UnitName: string('The unit’s name.', 'Hudmottagningen'),
  UnitSecrecyGroups: secrecyGroups('the unit'),
  HeadCareproviderUnitID: id('The id of the care provider (the organisation) that the unit belongs to.'),
  AccessZones: accessZones,
  PhoneNumbers: phones,
  EmailAddresses: emails,
  UnitAddresses: container('UnitAddress', unitAddress, 'Addresses of the unit.'),
};

export const unitsDescription =
  'The units that the extract mentions, with names and addresses. Other members refer to them by `UnitID`.';
export const unit = 'A unit that the extract mentions.';
export const unitInternalId = exact('The unit’s number inside the EHR.', '1253');

const unitsOf = <P extends TProperties>(members: P, $id: string) =>
  container('Unit', objectOf(members, unit, { $id }), unitsDescription, { $id: `${$id}s` });

/** The units of journal notes, with names and addresses. */
export const unitsOfNotes = unitsOf(unitMembers, 'ExtractUnit');

/** The units of contacts and attention signals, which have a number too. */
export const numberedUnits = unitsOf(
  { ...unitMembers, UnitInternalID: unitInternalId },
  'AttentionSignalUnit',
);

/** A care provider (here a person who gives care), without the position: its member name differs between records. */
export const careProviderMembers = {
  CareProviderType: string('The profession or role.', 'Läkare', 'Sjuksköterska'),
  CareProviderID: id('The person’s id, usually an HSA-id.'),
  CareProviderInternalID: exact('The person’s id in the EHR itself.', '8812'),
  CareProviderName: string('The person’s name.', 'Påhittad Läkarsson'),
  CareProviderUnit: unitIds('The unit where the person works.'),
};

export const careProvidersDescription = 'The people who gave care or wrote the information.';
export const careProvider = 'A person who gave care or wrote the information.';

export const CareProviderPosition = objectOf(
  {
    CareProviderPositionID: id('The id of the position.'),
    CareProviderPositionName: string('The title of the position.', 'Distriktsläkare'),
  },
  'The position that the person holds.',
  { $id: 'CareProviderPosition' },
);

/** The care providers of journal notes, contacts and attention signals, by the name of the position in them. */
export const careProvidersWith = <N extends string>(position: N) =>
  container(
    'CareProvider',
    objectOf(
      {
        ...careProviderMembers,
        ...({ [position]: CareProviderPosition } as Record<N, typeof CareProviderPosition>),
      },
      careProvider,
      { $id: 'CareProvider' },
    ),
    careProvidersDescription,
    { $id: 'CareProviders' },
  );

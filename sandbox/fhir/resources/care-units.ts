// Resources shared by all patients: the region, its units, their rooms, and their staff.
import type { EhrUnit } from '../../extracts/world.ts';
import { units } from '../../patients/parts.ts';
import type { Resource } from '../simulator/store.ts';
import { concept, reference, resource, status, systems } from './parts.ts';

const regionId = 'region';
const regionHsaId = 'SE2321000016-0001';

const hsaIdentifier = (value: string) => [{ system: systems.hsa, value }];

/** A reference to the Organization with an HSA-id from an extract; undefined for none and for the region itself. */
export const organizationBy = (unit: { UnitID?: { extension?: string } } | undefined) =>
  Object.values(units).some(({ HSAId }) => HSAId === unit?.UnitID?.extension)
    ? reference('Organization', unit?.UnitID?.extension ?? '')
    : undefined;

/** A reference to the reception of a unit. */
export const receptionOf = ({ HSAId }: EhrUnit) => reference('Location', `${HSAId}-reception`);

export const doctor = reference('Practitioner', 'doctor');
export const nurse = reference('Practitioner', 'nurse');

/** A reference to the doctor's role at a unit. */
export const doctorAt = ({ HSAId }: EhrUnit) => reference('PractitionerRole', `doctor-${HSAId}`);

/** The organisation that receives patients' payments. */
export const paymentRecipient = { identifier: { system: systems.hsa, value: regionHsaId } };

const organization = ({ HSAId, Name }: EhrUnit): Resource =>
  resource('Organization', HSAId, {
    identifier: hsaIdentifier(HSAId),
    name: Name,
    partOf: reference('Organization', regionId),
    ...(HSAId === units.skin.HSAId
      ? { telecom: [{ system: 'email', use: 'work', value: 'hud@example.com' }] }
      : {}),
  });

const reception = ({ HSAId, Name }: EhrUnit): Resource =>
  resource('Location', `${HSAId}-reception`, {
    name: `Receptionen, ${Name}`,
    physicalType: status('location-physical-type', 'si'),
    managingOrganization: reference('Organization', HSAId),
    address: {
      use: 'work',
      line: ['Påhittade gatan 12'],
      postalCode: '583 36',
      city: 'Exempelstad',
      country: 'Sverige',
    },
  });

const role = ({ HSAId }: EhrUnit): Resource =>
  resource('PractitionerRole', `doctor-${HSAId}`, {
    practitioner: doctor,
    organization: reference('Organization', HSAId),
    code: [concept('Distriktsläkare')],
  });

const practitioner = (
  id: string,
  { hsaId, given, family }: { hsaId: string; given: string; family: string },
): Resource =>
  resource('Practitioner', id, {
    identifier: hsaIdentifier(hsaId),
    name: [{ use: 'official', given: [given], family }],
  });

const all = Object.values(units);

export const careUnits = (): Resource[] => [
  resource('Organization', regionId, { identifier: hsaIdentifier(regionHsaId), name: 'Region Sandlådan' }),
  ...all.map(organization),
  ...all.map(reception),
  ...all.map(role),
  practitioner('doctor', { hsaId: 'SE2321000016-P001', given: 'Påhittad', family: 'Läkarsson' }),
  practitioner('nurse', { hsaId: 'SE2321000016-P002', given: 'Uppdiktad', family: 'Sköterska' }),
];

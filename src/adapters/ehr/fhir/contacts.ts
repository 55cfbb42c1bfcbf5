// Encounter → contacts.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../domain/model/omit-undefined.ts';
import type { RecordOf } from '../../../domain/records/index.ts';
import { contactPart } from '../../../domain/records/shared/layout-v2.ts';
import { encounterClassWords } from '../translation/words/contacts.ts';
import { partialObject, timeValue } from '../values/values.ts';
import { conceptText, firstConceptText, joinedConceptTexts } from './elements/coded.ts';
import {
  child,
  children,
  countLoss,
  type Element,
  hiding,
  ignoringLosses,
  pathOf,
  sentValue,
} from './elements/element.ts';
import { codingWords } from './elements/listed-words.ts';
import { text } from './elements/primitives.ts';
import { countUnresolved } from './elements/reference.ts';
import type { Named } from './records/care-providers.ts';
import { changedAt, ehrSystemOf, localId, patientPart, type Reading } from './records/context.ts';
import { contactStatus, contactUnits, levelsOf, periodOf, reasonsOf } from './records/encounter.ts';
import type { FhirKind } from './records/read-kind.ts';
import { countUnresolvedCareUnit, countUnresolvedUnit, unitParts } from './records/record-units.ts';

type Extract = NonNullable<RecordOf<'contacts'>['contactEHRExtract']>[number];
type Contact = NonNullable<Extract['contact']>;
type ContactReading = Reading<R4.Encounter>;

const homeleaveOf = (reading: ContactReading) => {
  // The entries that are not published are not read, and therefore counted.
  const last = children(reading.root, 'statusHistory').findLast(({ node }) => node.status === 'onleave');
  if (last === undefined) return { begin: undefined, end: undefined };
  sentValue(last, 'status');
  return periodOf(last, reading);
};

/** The name of a place; the display of the reference if it has none. A place without a name is counted, unless it is withheld. */
const placeName = (
  reference: Element<R4.Reference> | undefined,
  { references }: ContactReading,
  ...types: readonly ('Location' | 'Organization')[]
): string | undefined => {
  if (reference === undefined) return undefined;
  const name = text<'name'>(references.find(reference, ...types), 'name');
  if (name !== undefined || references.lookUp(reference).state === 'withheld') return name;
  return text(reference, 'display') ?? countUnresolved(reference);
};

/** HL7's codes for what kind of place a stay is in: of the stay, else of its Location. */
const placeCodes = (
  stay: Element<R4.EncounterLocation>,
  { references }: ContactReading,
): readonly unknown[] => {
  const place = references.find(child(stay, 'location'), 'Location');
  const physical = child(stay, 'physicalType') ?? child(place, 'physicalType');
  return children(physical, 'coding').map(coding => sentValue(coding, 'code'));
};

/** The name of the place of a stay. A place without one is counted. */
const nameOfStay = (stay: Element<R4.EncounterLocation>, reading: ContactReading): string | undefined => {
  // They have decided that it is this place, and are not counted.
  placeCodes(stay, reading);
  return placeName(child(stay, 'location'), reading, 'Location');
};

/**
 * The names of the last room and the last bed of a contact. An earlier one does not take the place of one without a name, and is counted.
 * Stays in other places, such as a ward, are not read, and therefore counted too.
 */
const roomAndBed = (reading: ContactReading) => {
  const stays = children(reading.root, 'location').map(stay => ({
    stay,
    codes: placeCodes(ignoringLosses(stay), reading),
  }));
  const roomsAndBeds = stays.filter(({ codes }) => codes.includes('ro') || codes.includes('bd'));
  const [room, bed] = ['ro', 'bd'].map(code => stays.findLast(({ codes }) => codes.includes(code))?.stay);
  for (const { stay } of roomsAndBeds)
    if (stay !== room && stay !== bed) countLoss(stay, undefined, 'repeated');
  const nameOf = (stay: typeof room) => stay && nameOfStay(stay, reading);
  return { contactRoom: nameOf(room), contactBed: nameOf(bed) };
};

const dischargeOf = (reading: ContactReading, end: string | undefined) => {
  const stay = child(reading.root, 'hospitalization');
  const name =
    placeName(child(stay, 'destination'), reading, 'Location', 'Organization') ??
    conceptText(stay, 'dischargeDisposition');
  // A place without a name is not enough to publish a discharge.
  return name === undefined
    ? undefined
    : omitUndefined({ dischargeDestination: name, dischargeDateTime: timeValue(end) });
};

const timesOf = (reading: ContactReading) => {
  const { begin, end } = periodOf(hiding(reading.root, 'time'), reading);
  return { begin, end, changed: changedAt(reading, begin !== undefined || end !== undefined) };
};
type Times = ReturnType<typeof timesOf>;

const contactOf = (
  reading: ContactReading,
  { performingName, times: { begin, end, changed } }: { performingName: string | undefined; times: Times },
): Contact => {
  const { root } = reading;
  const leave = homeleaveOf(reading);
  const status = text(root, 'status');
  return omitUndefined<Contact>({
    rcId: localId(root),
    contactInternalID: text(root, 'id'),
    contactPerformingUnit: performingName,
    contactVersionDateTime: timeValue(changed),
    contactTypeOfVisit: firstConceptText(root, 'type'),
    contactVisitType: codingWords(root, 'class', encounterClassWords),
    contactCategory1: reasonsOf(root),
    contactCategory2: conceptText(root, 'serviceType'),
    contactStatus: contactStatus(status),
    contactStatusConfigurationId: status,
    contactActive: true,
    contactBeginDateTime: timeValue(begin),
    contactEndDateTime: timeValue(end),
    contactHomeleaveBeginDateTime: timeValue(leave.begin),
    contactHomeleaveEndDateTime: timeValue(leave.end),
    ...roomAndBed(reading),
    contactSecrecyLevels: contactPart(levelsOf(root)),
    discharge: dischargeOf(reading, end),
  });
};

const participantsOf = (root: Element<R4.Encounter>): Named[] =>
  children(root, 'participant').flatMap(participant => {
    const reference = child(participant, 'individual');
    return reference === undefined ? [] : [{ reference, type: joinedConceptTexts(participant, 'type') }];
  });

const recordOf = (reading: ContactReading): RecordOf<'contacts'> => {
  const { root } = reading;
  const times = timesOf(reading);
  const { performing, performingPath, responsible } = contactUnits(root, reading);
  countUnresolvedUnit(root, performing, performingPath);
  countUnresolvedCareUnit(root, performing);
  countUnresolvedUnit(root, responsible, pathOf(root, 'serviceProvider'));
  const unit = unitParts(performing?.unit);
  const extract = omitUndefined<Extract>({
    ehrSystem: ehrSystemOf(reading),
    timeCreated: timeValue(times.changed),
    contact: contactOf(reading, { performingName: performing?.unit?.name, times }),
    patient: contactPart(patientPart(reading)),
    units: partialObject({
      unit: reading.unitLists.unitsOfContacts([...unit.all, responsible?.unit], root.tally),
    }),
    contactPerformingUnit: contactPart(unit.own),
    contactResponsibleUnit: contactPart(responsible?.unit?.ids),
    contactAccessZoneUnit: contactPart(unit.careUnit),
    contactHeadCareProviderUnit: contactPart(unit.careProvider),
    careProviders: partialObject({
      careProvider: reading.professionalLists.careProvidersOfContacts(participantsOf(root)),
    }),
  });
  return { contactEHRExtract: [extract] };
};

export const contacts: FhirKind<'contacts'> = {
  kind: 'contacts',
  hasLevels: true,
  sources: [
    {
      type: 'Encounter',
      patient: root => child(root, 'subject'),
      period: 'date',
      include: [
        ['service-provider', 'Organization'],
        ['participant', 'Practitioner', 'PractitionerRole'],
        ['location', 'Location'],
      ],
      timesOnly: reading => {
        const { begin, end, changed } = timesOf(reading);
        const contact = omitUndefined<Contact>({
          contactBeginDateTime: timeValue(begin),
          contactEndDateTime: timeValue(end),
        });
        return { contactEHRExtract: [omitUndefined<Extract>({ timeCreated: timeValue(changed), contact })] };
      },
      record: recordOf,
    },
  ],
  foreign: patientID => ({ contactEHRExtract: [{ patient: { patientID } }] }),
};

// AllergyIntolerance and Flag → attention signals. Searches never filter by interval or status, so that none is missed.
import type { Static } from 'typebox';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { AttentionSignalExtract } from '../../../../domain/records/attention-signal.ts';
import { partialObject, timeValue } from '../../translation/values.ts';
import { child } from '../elements/element.ts';
import { namedBy } from '../records/care-providers.ts';
import { changedAt, ehrSystemOf, localId, patientPart, type Reading } from '../records/context.ts';
import { encounterAt } from '../records/encounter.ts';
import type { FhirKind } from '../records/read-kind.ts';
import { unitOfRecord, unitParts } from '../records/record-units.ts';
import { allergySignal } from './allergy.ts';
import { flagSignal, isAttentionFlag } from './flag.ts';
import type { Signal, SignalParts } from './signal-parts.ts';

type Extract = Static<typeof AttentionSignalExtract>;

/** The members that name people, by resource type. */
const people = { AllergyIntolerance: ['recorder', 'asserter'], Flag: ['author'] } as const;

const extractOf = (
  reading: Reading,
  { signal, hasClinicalTime }: SignalParts,
  members: readonly string[],
): Extract => {
  const { root } = reading;
  const changed = changedAt(reading, hasClinicalTime);
  const encounter = encounterAt(child(root, 'encounter'), reading);
  const named = members.flatMap(member => namedBy(root, member));
  const unit = unitParts(unitOfRecord(reading, { people: named, encounter, ruledPath: 'CareUnit/UnitID' }));
  return omitUndefined<Extract>({
    ehr_system: ehrSystemOf(reading),
    time_created: timeValue(changed),
    AttentionSignal: omitUndefined<Signal>({
      RcId: localId(root),
      SignalVersionDateTime: timeValue(changed),
      ...signal,
    }),
    Patient: patientPart(reading),
    CareUnit: unit.careUnit,
    AccessZoneUnit: unit.careUnit,
    ResponsibleUnit: unit.own,
    HeadCareproviderUnit: unit.careProvider,
    Units: partialObject({ Unit: reading.unitLists.units(unit.all, root.tally) }),
    CareProviders: reading.professionalLists.providers(named),
  });
};

export const attentionSignals: FhirKind<'attentionSignals'> = {
  kind: 'attentionSignals',
  sources: [
    {
      type: 'AllergyIntolerance',
      patient: 'patient',
      include: [['recorder', 'Practitioner', 'PractitionerRole']],
    },
    {
      type: 'Flag',
      patient: 'subject',
      include: [
        ['author', 'Practitioner', 'PractitionerRole', 'Organization'],
        ['encounter', 'Encounter'],
      ],
      isWithheld: (flag, { members }) => !isAttentionFlag(flag, members),
    },
  ],
  foreign: PatientID => ({ AttentionSignalEHRExtract: [{ Patient: { PatientID } }] }),
  record: reading => {
    const isAllergy = reading.root.name === 'AllergyIntolerance';
    const parts = isAllergy ? allergySignal(reading) : flagSignal(reading);
    const members = isAllergy ? people.AllergyIntolerance : people.Flag;
    return { AttentionSignalEHRExtract: [extractOf(reading, parts, members)] };
  },
};

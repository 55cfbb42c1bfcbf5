// AllergyIntolerance and Flag → attention signals. Searches never filter by interval or status, so none is missed.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { AttentionSignalExtract as Extract } from '../../../../domain/records/attention-signal.ts';
import { partialObject, timeValue } from '../../values/values.ts';
import { child, hiding, rootOfType } from '../elements/element.ts';
import { type Named, namedBy } from '../records/care-providers.ts';
import { changedAt, ehrSystemOf, localId, patientPart, type Reading } from '../records/context.ts';
import { encounterAt } from '../records/encounter.ts';
import type { FhirKind } from '../records/read-kind.ts';
import { peopleBesideUnit, unitOfRecord, unitParts } from '../records/record-units.ts';
import { allergySignal, allergyTimes } from './allergy.ts';
import { flagSignal, flagTimes, unlistedCategories } from './flag.ts';
import type { Signal } from './signal-parts.ts';

type SignalReading = Reading<R4.AllergyIntolerance | R4.Flag>;

/** When it was last changed. Without a start, this would be taken for it. */
const changeOf = (reading: SignalReading, { SignalVerifiedDateTime: since }: Signal): string | undefined =>
  changedAt(reading, since !== undefined);

const extractOf = (reading: SignalReading, signal: Signal, named: readonly Named[]): Extract => {
  const { root } = reading;
  const changed = changeOf(reading, signal);
  const encounter = encounterAt(child(hiding(root, 'unit'), 'encounter'), reading);
  const own = unitOfRecord(reading, { people: named, encounter });
  const unit = unitParts(own);
  const people = peopleBesideUnit(reading, named, own);
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
    CareProviders: partialObject({ CareProvider: reading.professionalLists.providers(people) }),
  });
};

export const attentionSignals: FhirKind<'attentionSignals', undefined, 'AllergyIntolerance' | 'Flag'> = {
  kind: 'attentionSignals',
  sources: [
    {
      type: 'AllergyIntolerance',
      patient: root => child(root, 'patient'),
      include: [['recorder', 'Practitioner', 'PractitionerRole']],
    },
    {
      type: 'Flag',
      patient: root => child(root, 'subject'),
      include: [
        ['author', 'Practitioner', 'PractitionerRole', 'Organization'],
        ['encounter', 'Encounter'],
      ],
      unlistedCategories: (flag, { members }) => unlistedCategories(flag, members),
    },
  ],
  foreign: PatientID => ({ AttentionSignalEHRExtract: [{ Patient: { PatientID } }] }),
  timesOnly: reading => {
    const { root } = reading;
    const allergy = rootOfType(root, 'AllergyIntolerance');
    const flag = rootOfType(root, 'Flag');
    const times = {
      ...(allergy && allergyTimes({ ...reading, root: allergy })),
      ...(flag && flagTimes({ ...reading, root: flag })),
    };
    const AttentionSignal = omitUndefined<Signal>({
      SignalVersionDateTime: timeValue(changeOf(reading, times)),
      ...times,
    });
    return { AttentionSignalEHRExtract: [{ AttentionSignal }] };
  },
  record: reading => {
    const { root } = reading;
    const allergy = rootOfType(root, 'AllergyIntolerance');
    const flag = rootOfType(root, 'Flag');
    const extract =
      allergy !== undefined
        ? extractOf(reading, allergySignal({ ...reading, root: allergy }), [
            ...namedBy(hiding(allergy, 'unit'), 'recorder'),
            ...namedBy(hiding(allergy, 'unit'), 'asserter'),
          ])
        : flag === undefined
          ? undefined
          : extractOf(
              reading,
              flagSignal({ ...reading, root: flag }),
              namedBy(hiding(flag, 'unit'), 'author'),
            );
    return { AttentionSignalEHRExtract: extract === undefined ? [] : [extract] };
  },
};

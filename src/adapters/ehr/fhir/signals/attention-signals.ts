// AllergyIntolerance and Flag → attention signals. Searches never filter by interval or status, so none is missed.
import type * as R4 from 'fhir/r4.js';
import { omitUndefined } from '../../../../domain/model/omit-undefined.ts';
import type { AttentionSignalExtract as Extract } from '../../../../domain/records/attention-signal.ts';
import type { RecordOf } from '../../../../domain/records/index.ts';
import { partialObject, timeValue } from '../../values/values.ts';
import { child, hiding } from '../elements/element.ts';
import { type Named, namedBy } from '../records/care-providers.ts';
import { changedAt, ehrSystemOf, localId, patientPart, type Reading } from '../records/context.ts';
import { encounterAt } from '../records/encounter.ts';
import type { FhirKind } from '../records/read-kind.ts';
import { unitAndPeople } from '../records/record-units.ts';
import { allergySignal, allergyTimes } from './allergy.ts';
import { fateByCategory, flagSignal, flagTimes } from './flag.ts';
import type { Signal } from './signal-parts.ts';

type SignalReading = Reading<R4.AllergyIntolerance | R4.Flag>;

/** When it was last changed. Without a start, this would be taken for it. */
const changeOf = (reading: SignalReading, { SignalVerifiedDateTime: since }: Signal): string | undefined =>
  changedAt(reading, since !== undefined);

const recordOf = (
  reading: SignalReading,
  signal: Signal,
  named: readonly Named[],
): RecordOf<'attentionSignals'> => {
  const { root } = reading;
  const changed = changeOf(reading, signal);
  const encounter = encounterAt(child(hiding(root, 'unit'), 'encounter'), reading);
  const { unit, people } = unitAndPeople(reading, { people: named, encounter });
  const extract = omitUndefined<Extract>({
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
  return { AttentionSignalEHRExtract: [extract] };
};

const timesOnly = (reading: SignalReading, times: Signal): RecordOf<'attentionSignals'> => {
  const SignalVersionDateTime = timeValue(changeOf(reading, times));
  const AttentionSignal = omitUndefined<Signal>({ SignalVersionDateTime, ...times });
  return { AttentionSignalEHRExtract: [{ AttentionSignal }] };
};

export const attentionSignals: FhirKind<'attentionSignals'> = {
  kind: 'attentionSignals',
  sources: [
    {
      type: 'AllergyIntolerance',
      patient: root => child(root, 'patient'),
      include: [['recorder', 'Practitioner', 'PractitionerRole']],
      timesOnly: reading => timesOnly(reading, allergyTimes(reading)),
      record: reading => {
        const signal = allergySignal(reading);
        const naming = hiding(reading.root, 'unit');
        return recordOf(reading, signal, [...namedBy(naming, 'recorder'), ...namedBy(naming, 'asserter')]);
      },
    },
    {
      type: 'Flag',
      patient: root => child(root, 'subject'),
      include: [
        ['author', 'Practitioner', 'PractitionerRole', 'Organization'],
        ['encounter', 'Encounter'],
      ],
      fateOf: fateByCategory,
      timesOnly: reading => timesOnly(reading, flagTimes(reading)),
      record: reading =>
        recordOf(reading, flagSignal(reading), namedBy(hiding(reading.root, 'unit'), 'author')),
    },
  ],
  foreign: PatientID => ({ AttentionSignalEHRExtract: [{ Patient: { PatientID } }] }),
};

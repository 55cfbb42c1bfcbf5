// Warnings of the synthetic people.
import type { PatientData } from '../extracts/world.ts';
import { head, localId, type Person, patientOf, unitIds, units } from './parts.ts';

type Signal = NonNullable<PatientData['attentionSignals'][number]['AttentionSignal']>;

/** A warning in force, unless it says otherwise. */
export const signal = (person: Person, id: number, of: Signal): PatientData['attentionSignals'][number] => ({
  ...head(person, '20260115101500'),
  AttentionSignal: { RcId: localId('AttentionSignal', id), SignalActive: true, ...of },
  Patient: patientOf(person),
  CareUnit: unitIds(units.clinic),
});

// Attention signals: hypersensitivities as AllergyIntolerances, all others as Flags with Swedish categories.
import type { PatientData } from '../../extracts/world.ts';
import type { Resource } from '../simulator/store.ts';
import { doctor } from './care-units.ts';
import { coded, concept, day, instant, resource, status, subjectOf, systems } from './parts.ts';

type Extract = PatientData['attentionSignals'][number];
type Signal = NonNullable<Extract['AttentionSignal']>;
type Hypersensitivity = NonNullable<Signal['HypersensitivityType']>;

const swedish = 'http://hl7.se/fhir/r4/ig/medicalalertinformation';
const labelUrl = `${swedish}/StructureDefinition/SEAlertLabelExtension`;
const categorySystem = `${swedish}/CodeSystem/SEAlertInformationCategoryCS`;

/** The last part of an extract's id: its number in the EHR. */
const idOf = ({ RcId }: Signal) => RcId?.extension?.split(':').at(-1) ?? '';

const certitudes: Readonly<Record<string, readonly [code: string, display: string]>> = {
  Säker: ['confirmed', 'Säker'],
};

const atcCodings = ({ SignalATCCodes: codes }: Hypersensitivity) =>
  (codes?.SignalATCCode ?? []).flatMap(({ code, displayName }) =>
    code === undefined ? [] : [{ system: systems.atc, code, display: displayName?.value }],
  );

const allergy = (patientId: string, signal: Signal, hypersensitivity: Hypersensitivity): Resource => {
  const recorded = signal.SignalVersionDateTime?.value;
  const [code, display] = certitudes[hypersensitivity.Certitude ?? ''] ?? ['unconfirmed', 'Ej bekräftad'];
  const codings = atcCodings(hypersensitivity);
  return resource('AllergyIntolerance', idOf(signal), {
    clinicalStatus: status('allergyintolerance-clinical', signal.SignalActive ? 'active' : 'inactive'),
    verificationStatus: status('allergyintolerance-verification', code, display),
    category: codings.length === 0 ? undefined : ['medication'],
    criticality: hypersensitivity.Severity === 'Livshotande' ? 'high' : 'low',
    code: { ...(codings.length === 0 ? {} : { coding: codings }), text: hypersensitivity.Heading },
    patient: subjectOf(patientId),
    recordedDate: recorded === undefined ? undefined : instant(recorded),
    recorder: doctor,
    reaction:
      hypersensitivity.Reaction === undefined
        ? undefined
        : [{ manifestation: [concept(hypersensitivity.Reaction)], severity: 'severe' }],
  });
};

/** The parts of a warning that a Flag has members for. */
type Warning = {
  readonly category: readonly [code: string, display: string];
  readonly heading: string | undefined;
  readonly text: string | undefined;
};

const warningIn = (signal: Signal): Warning => {
  const {
    ContagiousDiseaseType: disease,
    NonStandardProcedureType: procedure,
    TreatmentAndConditionType: treatment,
    UnstructuredType: other,
  } = signal;
  if (disease !== undefined)
    return { category: ['B', 'Smitta'], heading: disease.Heading, text: disease.Comment };
  if (procedure !== undefined)
    return { category: ['D', 'Vårdrutinavvikelse'], heading: procedure.Heading, text: procedure.Comment };
  if (treatment !== undefined) {
    const { Heading: heading, TreatmentDescription: text } = treatment;
    return { category: ['A2', 'Medicinsk behandling'], heading, text };
  }
  return {
    category: ['E', 'Ej strukturerad uppmärksamhetsinformation'],
    heading: other?.Heading,
    text: other?.Comment,
  };
};

const flag = (patientId: string, signal: Signal): Resource => {
  const { category, heading, text } = warningIn(signal);
  const [code, display] = category;
  const [since, until] = [signal.SignalVersionDateTime?.value, signal.SignalDeletionDate?.value];
  const hasStart = since !== undefined;
  return resource('Flag', idOf(signal), {
    extension:
      heading === undefined ? undefined : [{ url: labelUrl, valueCodeableConcept: concept(heading) }],
    status: signal.SignalActive ? 'active' : 'inactive',
    category: [coded({ system: categorySystem, code, display })],
    code: concept(text ?? heading ?? ''),
    subject: subjectOf(patientId),
    period: hasStart ? { start: day(since), ...(until === undefined ? {} : { end: day(until) }) } : undefined,
    author: doctor,
  });
};

export const attentionSignals = (
  patientId: string,
  { attentionSignals: extracts }: PatientData,
): Resource[] =>
  extracts.map(({ AttentionSignal: signal = {} }) => {
    const { HypersensitivityType: hypersensitivity } = signal;
    return hypersensitivity === undefined
      ? flag(patientId, signal)
      : allergy(patientId, signal, hypersensitivity);
  });

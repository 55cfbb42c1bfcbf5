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

const allergy = (patientId: string, signal: Signal, told: Hypersensitivity): Resource => {
  const recorded = signal.SignalVersionDateTime?.value;
  const [code, display] = certitudes[told.Certitude ?? ''] ?? ['unconfirmed', 'Ej bekräftad'];
  const codings = atcCodings(told);
  return resource('AllergyIntolerance', idOf(signal), {
    clinicalStatus: status('allergyintolerance-clinical', signal.SignalActive ? 'active' : 'inactive'),
    verificationStatus: status('allergyintolerance-verification', code, display),
    category: codings.length === 0 ? undefined : ['medication'],
    criticality: told.Severity === 'Livshotande' ? 'high' : 'low',
    code: { ...(codings.length === 0 ? {} : { coding: codings }), text: told.Heading },
    patient: subjectOf(patientId),
    recordedDate: recorded === undefined ? undefined : instant(recorded),
    recorder: doctor,
    reaction:
      told.Reaction === undefined
        ? undefined
        : [{ manifestation: [concept(told.Reaction)], severity: 'severe' }],
  });
};

type Said = {
  readonly category: readonly [code: string, display: string];
  readonly heading: string | undefined;
  readonly words: string | undefined;
};

const saidIn = (signal: Signal): Said => {
  const {
    ContagiousDiseaseType: disease,
    NonStandardProcedureType: procedure,
    TreatmentAndConditionType: treatment,
    UnstructuredType: other,
  } = signal;
  if (disease !== undefined)
    return { category: ['B', 'Smitta'], heading: disease.Heading, words: disease.Comment };
  if (procedure !== undefined)
    return { category: ['D', 'Vårdrutinavvikelse'], heading: procedure.Heading, words: procedure.Comment };
  if (treatment !== undefined) {
    const { Heading: heading, TreatmentDescription: words } = treatment;
    return { category: ['A2', 'Medicinsk behandling'], heading, words };
  }
  return {
    category: ['E', 'Ej strukturerad uppmärksamhetsinformation'],
    heading: other?.Heading,
    words: other?.Comment,
  };
};

const flag = (patientId: string, signal: Signal): Resource => {
  const { category, heading, words } = saidIn(signal);
  const [code, display] = category;
  const [since, until] = [signal.SignalVersionDateTime?.value, signal.SignalDeletionDate?.value];
  const hasStart = since !== undefined;
  return resource('Flag', idOf(signal), {
    extension:
      heading === undefined ? undefined : [{ url: labelUrl, valueCodeableConcept: concept(heading) }],
    status: signal.SignalActive ? 'active' : 'inactive',
    category: [coded({ system: categorySystem, code, display })],
    code: concept(words ?? heading ?? ''),
    subject: subjectOf(patientId),
    period: hasStart ? { start: day(since), ...(until === undefined ? {} : { end: day(until) }) } : undefined,
    author: doctor,
  });
};

export const attentionSignals = (patientId: string, { attentionSignals: held }: PatientData): Resource[] =>
  held.map(({ AttentionSignal: signal = {} }) => {
    const { HypersensitivityType: told } = signal;
    return told === undefined ? flag(patientId, signal) : allergy(patientId, signal, told);
  });

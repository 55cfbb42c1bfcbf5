// Dosages in the contract's form: one form for each of the extracts' dosage plugins.
import type { PatientData } from '../../extracts/world.ts';
import { amountIn } from '../../patients/parts.ts';
import { type Child, elementsOf, type Node } from '../soap/xml.ts';
import { coded } from './header.ts';

const element = elementsOf('urn:riv:clinicalprocess:activityprescription:actoutcome:2');
const code = coded('urn:riv:clinicalprocess:activityprescription:actoutcome:2');

type Dosages = NonNullable<PatientData['prescriptions'][number]['Prescription']>['PrescriptionDosages'];
type Plugin = NonNullable<NonNullable<Dosages>['DosagePlugin']>[number];

type Amount = string | number | undefined;

const range = (name: string, [low, high]: readonly [Amount, Amount], unit = 'st'): Node =>
  element(name, [element('low', low), element('high', high), element('unit', unit)]);

const quantity = (name: string, value: number | bigint, unit: string): Node =>
  element(name, [element('value', Number(value)), element('unit', unit)]);

const frequency = (dose: Node, times: number | bigint) =>
  element('frequencyDosage', [dose, quantity('frequency', times, '/d')]);

type Said = {
  readonly text?: string | undefined;
  readonly short?: string | undefined;
  readonly unit?: string | undefined;
  readonly set?: Child;
  readonly maximum?: Child;
  readonly condition?: string | undefined;
  /** The dose under the condition; without one, the condition is that of `set`. */
  readonly conditional?: Child;
  /** Days of treatment, and whether they are a maximum. */
  readonly days?: number | bigint | undefined;
};

const inWords = (text: string | undefined) =>
  element('unstructuredDosageInformation', [element('text', text ?? '')]);

const dosage = ({ text, short, unit, set, conditional, maximum, condition, days }: Said): Node => {
  const length =
    days === undefined ? undefined : range('treatmentInterval', [Number(days), Number(days)], 'd');
  return element('dosage', [
    element('lengthOfTreatment', length && [length, element('isMaximumTreatmentTime', true)]),
    element('dosageInstruction', text),
    code('unitDose', unit === undefined ? undefined : { display: unit }),
    element('shortNotation', short),
    element('setDosage', set && [set]),
    element('maximumDosage', maximum && [maximum]),
    element(
      'conditionalDosage',
      condition === undefined ? undefined : [element('conditionDescription', condition), conditional],
    ),
  ]);
};

/** One scheme for the dose: what is taken as needed is not taken always too. */
const normal = ({ NormalDosage: of }: Plugin): Said | undefined =>
  of && {
    text: of.DosageText,
    unit: of.Unit,
    [of.WhenNeeded === undefined ? 'set' : 'conditional']: frequency(
      range('dose', [of.MinDose, of.MaxDose], of.Unit),
      of.Time?.TimesPerDay ?? 1,
    ),
    condition: of.WhenNeeded && 'vid behov',
    maximum:
      of.WhenNeeded?.MaxDose?.$self === undefined
        ? undefined
        : frequency(range('dose', [undefined, of.WhenNeeded.MaxDose.$self], of.Unit), 1),
  };

const periodic = ({ PeriodicDosage: of }: Plugin): Said | undefined =>
  of && {
    text: of.DosageText,
    unit: of.Unit,
    set: element('periodDosage', [
      range('dose', [of.MinDose, of.MaxDose], of.Unit),
      quantity('period', of.IntervalTime?.$self ?? 1, 'mo'),
    ]),
  };

/** The words tell nothing of the dose, as many of real systems: the structure does. */
const occasion = ({ OccasionDosage: of }: Plugin): Said | undefined =>
  of && {
    text: 'Enligt anvisning',
    unit: of.Unit,
    set: element('occasionDosage', [
      quantity('period', 1, 'd'),
      ...(of.Dosages?.TimeOfDayDosages?.TimeOfDayDose ?? []).map(dose =>
        element('administration', [
          range('dose', [dose.MinDose, dose.MaxDose], of.Unit),
          element('time', dose.Time),
          element('dayOfPeriod', 1),
        ]),
      ),
    ]),
  };

const once = ({ OnceDosage: of }: Plugin): Said | undefined =>
  of && {
    text: of.dosageText,
    unit: of.unit,
    set: element('singleDose', [
      range('dose', [of.minDose, of.maxDose], of.unit),
      element('time', of.dateTime?.replace(/\D/g, '')),
    ]),
  };

const ix3 = ({ IX3Dosage: of }: Plugin): Said | undefined => {
  const instance = of?.DoseInstance?.[0];
  const [least, most] = [amountIn(instance?.MinQty), amountIn(instance?.MaxQty)];
  return (
    of && {
      text: of.DosageText,
      short: of.DosageShortText,
      condition: of.ConditionalText,
      set: instance && frequency(range('dose', [least.digits, most.digits], least.unit), 1),
    }
  );
};

const free = ({ FreeTextDosage: of }: Plugin): Said | undefined =>
  of && { text: of.DosageText, unit: of.Unit, set: inWords(of.Text) };

const weekly = ({ WeeklyDosage: of }: Plugin): Said | undefined =>
  of && { text: of.DosageText, unit: of.Unit, set: inWords(of.DosageText) };

const drip = ({ DripDosage: of }: Plugin): Said | undefined =>
  of && { text: of.DosageText, set: inWords(of.DosageText) };

const plain = (plugin: Plugin): Said | undefined =>
  [normal, periodic, occasion, once, ix3, free, weekly, drip].map(say => say(plugin)).find(said => said);

/** The dosages: one, or several that follow each other. */
const saidOf = (plugin: Plugin): readonly Said[] => {
  const steps = plugin.MultiDosage?.Dosage ?? [{ DosePlugin: plugin }];
  return steps.flatMap(step => {
    const said = step.DosePlugin && plain(step.DosePlugin);
    return said === undefined
      ? []
      : [{ ...said, days: 'DurationTime' in step ? step.DurationTime?.$self : undefined }];
  });
};

export const writeDosages = (dosages: Dosages): readonly Node[] =>
  (dosages?.DosagePlugin ?? []).flatMap(saidOf).map(dosage);

// The prescription itself, without its context: the drug, its dosage, and the treatment that it belongs to.
import type { Static } from 'typebox';
import {
  arrayOf,
  code,
  container,
  decimal,
  exact,
  flag,
  id,
  objectOf,
  string,
  time,
} from '../shared/common.ts';
import { withHidden } from '../shared/hiding.ts';
import { DosagePlugin } from './dosage.ts';

const Product = objectOf(
  {
    PrescriptionProductTradeName: string('The trade name.', 'Kåvepenin®'),
    PrescriptionProductDrugFormTextSv: string('The drug form, in Swedish.', 'Filmdragerad tablett'),
    PrescriptionProductNplID: id('The product’s id in the national register of drugs (NPL).'),
    PrescriptionProduct_AtcCode: code('The ATC code, with its wording.'),
    PrescriptionProductStrengthNumeric: exact(
      'The strength, as a number. Its unit is in the next member.',
      '800',
    ),
    PrescriptionProductStrengthNumericUnit: string('The unit of the strength.', 'mg'),
    MainSubstance: string('The main active substance.', 'fenoximetylpenicillinkalium'),
  },
  'A drug: its name, form and strength.',
  { $id: 'MedicinalProduct' },
);

const MixingDetail = objectOf(
  {
    Amount: decimal('How much of the product goes into the mixture.', 10),
    AmountUnit: string('The unit of `Amount`.', 'ml'),
    ConcentrationValue: decimal('The resulting concentration.', 0.5),
    FinalConcentrationText: string('The concentration of the finished mixture, in words.', '0,5 mg/ml'),
  },
  'How the product is mixed with the others.',
);

const Mixture = objectOf(
  {
    Type: string('The type of component, for example an active substance or a diluent.', 'Spädningsvätska'),
    Name: string('The name of the component.', 'Natriumklorid'),
    Strength: string('The strength, with its unit.', '9 mg/ml'),
    Amount: string('The amount, with its unit.', '100 ml'),
    Text: string('The component in words, as the EHR shows it.', 'Natriumklorid 9 mg/ml, 100 ml'),
  },
  'A component of a mixture.',
);

/** Known values: documented as examples, never enforced on what the EHR sends (records.md). */
const treatmentStatuses = [
  'ACTIVE',
  'PAUSED',
  'ENDED',
  'DISCONTINUED',
  'UNPLANNED',
  'DELETED',
  'PLANNED',
  'INVALIDATED',
  'FUTURE_PAUSED',
  'FUTURE_PLANNED',
  'FUTURE_DISCONTINUED',
  'FUTURE_REACTIVATED',
  'UNPLANED_FUTURE_DISCONTINUED',
] as const;

const RouteDetail = objectOf(
  {
    byWith: string('The device or means with which it is given.', 'Spacer'),
    location: string('The place on the body.', 'Vänster öga'),
    routeCode: exact('The code of the route.', 'PO'),
    name: string('The route, in words.', 'Oral användning'),
    abbreviation: string('The route, abbreviated.', 'p.o.'),
    routeLicensed: flag('Whether the drug is approved for this route.'),
  },
  'The route by which the drug is given.',
);

export const Prescription = objectOf(
  {
    rc_id: id('The id of this version of the prescription in the EHR.'),
    AccordingToSchedule: flag(
      'Whether the drug is given by a schedule that is kept separately from the prescription.',
      false,
    ),
    ActualTerminateDate: time('When the treatment actually ended.'),
    ReplacedByLatest: flag('Whether a later version has replaced this one.', false),
    PrescriptionVersionDateTime: withHidden(
      'time',
      time('When this version of the prescription was saved. The interval of the request filters by it.'),
    ),
    PrescriptionPatientInstruction: string('The instruction to the patient.', 'Tas i samband med måltid.'),
    PrescriptionCaregiverInstruction: string(
      'The instruction to the staff who give the drug.',
      'Ges i centralvenös infart.',
    ),
    PrescriptionReason: string(
      'The reason for the prescription, as a code or word of the EHR.',
      'Insättning',
    ),
    PrescriptionReasonText: string('The reason for the prescription, in free text.', 'Halsfluss'),
    TreatmentGoal: string('What the treatment is meant to achieve.', 'Blodtryck under 140/90'),
    PrescriptionType: string(
      'The type of the prescription, in the words of the EHR.',
      'Ordination',
      'Utsättning',
    ),
    MedicationType: string(
      'The type of the medication, in the words of the EHR.',
      'Stående',
      'Vid behov',
      'Tillfällig',
    ),
    RouteDetail,
    MedicationTreatmentId: id(
      'The id of the treatment. Versions and follow-ups of the same treatment have the same one.',
    ),
    MedicationTreatmentStatusDetail: objectOf(
      {
        TreatmentStatus: string(
          'The state of the treatment. `INVALIDATED` means that it was entered by mistake.',
          ...treatmentStatuses,
        ),
        EffectiveDateTime: time('Since when the state applies, or from when it will.'),
      },
      'The state of the treatment.',
    ),
    MainProductTreatment: Product,
    MedicationActive: flag(
      'Whether the patient should take the drug now. Never show an inactive prescription as current.',
    ),
    FollowUpDateTime: time('When the treatment should be followed up.'),
    PrescriptionCancelComment: string('Why the treatment was ended or cancelled.', 'Biverkningar'),
    PrescriptionStartDateTime: time('When the treatment starts.'),
    PrescriptionEndDateTime: time('When the treatment is planned to end.'),
    PrescriptionDosages: objectOf(
      {
        WhenNeeded: flag('Whether the drug is taken when needed, rather than regularly.', false),
        DosagePlugin: arrayOf(DosagePlugin, 'The dosages, in their order.'),
      },
      'How much of the drug is taken, and when.',
    ),
    MedicationChoice: code('The drug, or the group of drugs, that was chosen.'),
    PrescriptionDetails: arrayOf(
      objectOf(
        {
          ProductInformation: Product,
          MixingDetail,
          Type: string('The role of the product in the prescription.', 'MAIN', 'ADDITIVE'),
        },
        'A product of the prescription.',
        { $id: 'PrescriptionDetail' },
      ),
      'The products of the prescription, if it is a mixture or names packages.',
    ),
    PrescriptionDrugExtemporeDescription: string(
      'The drug, if it is made for this patient.',
      'Kräm enligt recept',
    ),
    MedicationPurpose: exact('The purpose of the treatment, as a code.', 'P1'),
    MedicationPurposeText: string('The purpose of the treatment, in words.', 'Smärtlindring'),
    MedicationIndication: exact('The indication, as a code.', 'J03.9'),
    MedicationIndicationText: string('The indication, in words.', 'Akut halsfluss'),
    MedicationTarget: exact('The goal of the treatment, as a code.', 'M1'),
    MedicationTargetText: string('The goal of the treatment, in words.', 'Infektionsfrihet'),
    MedicationAdministrationMethod: string('How the drug is administered.', 'Injektion'),
    MixingInstruction: string(
      'How the drug is prepared before it is given.',
      'Späds med 10 ml sterilt vatten.',
    ),
    Mixtures: container('Mixture', Mixture, 'The parts of a mixture.'),
  },
  'The prescription itself.',
);
export type Prescription = Static<typeof Prescription>;

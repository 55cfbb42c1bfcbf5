// The drug of a prescription: a product, and the components of a mixture.
import { code, decimal, id, objectOf, text } from '../shared/common.ts';

export const Product = objectOf(
  {
    PrescriptionProductTradeName: text('The trade name.', 'Kåvepenin®'),
    PrescriptionProductDrugFormTextSv: text('The drug form, in Swedish.', 'Filmdragerad tablett'),
    PrescriptionProductNplID: id('The product’s id in the national register of drugs (NPL).'),
    PrescriptionProduct_AtcCode: code('The ATC code, with its wording.'),
    PrescriptionProductStrengthNumeric: text(
      'The strength, as a number. Its unit is in the next member.',
      '800',
    ),
    PrescriptionProductStrengthNumericUnit: text('The unit of the strength.', 'mg'),
    MainSubstance: text('The main active substance.', 'fenoximetylpenicillinkalium'),
  },
  'A drug: its name, form and strength.',
);

export const MixingDetail = objectOf(
  {
    Amount: decimal('How much of the product goes into the mixture.', 10),
    AmountUnit: text('The unit of `Amount`.', 'ml'),
    ConcentrationValue: decimal('The resulting concentration.', 0.5),
    FinalConcentrationText: text('The concentration of the finished mixture, in words.', '0,5 mg/ml'),
  },
  'How the product is mixed with the others.',
);

export const Mixture = objectOf(
  {
    Type: text('The type of component, for example an active substance or a diluent.', 'Spädningsvätska'),
    Name: text('The name of the component.', 'Natriumklorid'),
    Strength: text('The strength, with its unit.', '9 mg/ml'),
    Amount: text('The amount, with its unit.', '100 ml'),
    Text: text('The component in words, as the EHR shows it.', 'Natriumklorid 9 mg/ml, 100 ml'),
  },
  'A component of a mixture.',
);

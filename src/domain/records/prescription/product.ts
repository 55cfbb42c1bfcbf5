// The drug of a prescription: a product, and what it is mixed of.
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
  'A drug: what it is called, its form and its strength.',
);

export const MixingDetail = objectOf(
  {
    Amount: decimal('How much of the product goes into the mixture.', 10),
    AmountUnit: text('The unit of `Amount`.', 'ml'),
    ConcentrationValue: decimal('The concentration that results.', 0.5),
    FinalConcentrationText: text('The concentration of the finished mixture, in words.', '0,5 mg/ml'),
  },
  'How the product is mixed with the others.',
);

export const Mixture = objectOf(
  {
    Type: text('What the part is: an active substance or a diluent, for example.', 'Spädningsvätska'),
    Name: text('The name of the part.', 'Natriumklorid'),
    Strength: text('Its strength, with the unit.', '9 mg/ml'),
    Amount: text('How much of it, with the unit.', '100 ml'),
    Text: text('The part in words, as the EHR shows it.', 'Natriumklorid 9 mg/ml, 100 ml'),
  },
  'A part of a mixture.',
);

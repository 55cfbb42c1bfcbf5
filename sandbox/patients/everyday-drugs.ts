// What other people of the sandbox take: everyday drugs in several forms, strengths and doses.
import type { Drug } from './prescriptions.ts';

/** Somebody of 86. */
export const drugsOfOldAge: readonly Drug[] = [
  {
    name: 'Hjärtlugnin',
    atc: 'C07AB02',
    substance: 'metoprolol',
    form: 'Depottablett',
    strength: ['50', 'mg'],
    dosage: {
      NormalDosage: {
        MinDose: 1,
        Unit: 'depottablett',
        Time: { TimesPerDay: 1 },
        DosageText: '1 depottablett på morgonen',
      },
    },
  },
  {
    name: 'Vätskedrivin',
    atc: 'C03CA01',
    substance: 'furosemid',
    form: 'Tablett',
    strength: ['40', 'mg'],
    dosage: {
      NormalDosage: {
        MinDose: 0.5,
        Unit: 'tablett',
        Time: { TimesPerDay: 2 },
        DosageText: '0,5 tablett 2 gånger per dag',
      },
    },
  },
  {
    name: 'Tryckögin',
    atc: 'S01EE01',
    substance: 'latanoprost',
    form: 'Ögondroppar, lösning',
    strength: ['50', 'mikrogram/ml'],
    dosage: {
      FreeTextDosage: {
        Text: '1 droppe i vardera ögat till natten',
        DosageText: '1 droppe i vardera ögat till natten',
      },
    },
  },
];

/** A child of seven. */
export const drugsOfChild: readonly Drug[] = [
  {
    name: 'Andasin',
    atc: 'R03AC02',
    substance: 'salbutamol',
    form: 'Inhalationsspray, suspension',
    strength: ['0,1', 'mg/dos'],
    isWhenNeeded: true,
    dosage: {
      NormalDosage: {
        MinDose: 1,
        MaxDose: 2,
        Unit: 'inhalationer',
        WhenNeeded: { MaxDose: { $self: 8, DoseRestriction: 'per dygn' } },
        DosageText: '1–2 inhalationer vid behov, högst 8 per dygn',
      },
    },
  },
  {
    name: 'Feberslätin',
    atc: 'N02BE01',
    substance: 'paracetamol',
    form: 'Oral lösning',
    strength: ['24', 'mg/ml'],
    hasEnded: true,
    dosage: {
      NormalDosage: {
        MinDose: 12.5,
        Unit: 'ml',
        Time: { TimesPerDay: 4 },
        DosageText: '12,5 ml 4 gånger per dag i 2 dagar',
      },
    },
  },
];

/** An adult who is well but for the spring. */
export const drugsOfSpring: readonly Drug[] = [
  {
    name: 'Pollenstoppin',
    atc: 'R06AX27',
    substance: 'desloratadin',
    form: 'Munsönderfallande tablett',
    strength: ['5', 'mg'],
    dosage: {
      NormalDosage: {
        MinDose: 1,
        Unit: 'tablett',
        Time: { TimesPerDay: 1 },
        DosageText: '1 tablett om dagen under säsongen',
      },
    },
  },
  {
    name: 'Näsfrin',
    atc: 'R01AD09',
    substance: 'mometason',
    form: 'Nässpray, suspension',
    strength: ['50', 'mikrogram/dos'],
    dosage: {
      NormalDosage: {
        MinDose: 2,
        Unit: 'sprayningar',
        Time: { TimesPerDay: 1 },
        DosageText: '2 sprayningar i vardera näsborren på morgonen',
      },
    },
  },
];

// Health: warnings, medications in use, measurements.
import { reads } from '../reads.js';
import { printButton } from '../rows.js';
import { w } from '../words/words.js';
import { measurementsSection } from './measurements.js';
import { currentMedications } from './medications.js';
import { warningsSection } from './warnings.js';

export const health = {
  open: context => {
    const { part, isOffered, read } = context;
    const words = w().health;
    const nodes = [
      isOffered(reads.warnings.operation) &&
        part({
          heading: words.warnings,
          isVital: true,
          load: () => read(reads.warnings.path),
          draw: answer => warningsSection(answer, context),
        }),
      isOffered(reads.medications.operation) &&
        part({
          heading: words.current,
          isVital: true,
          load: () => read(reads.medications.path),
          draw: answer => currentMedications(answer, context).nodes,
        }),
      isOffered(reads.notes.operation) &&
        part({ heading: words.measurements, ...measurementsSection(context) }),
      printButton(),
    ].filter(Boolean);
    return { title: words.title, nodes };
  },
};

// The nine dosage plugins of a prescription. An entry of `DosagePlugin` holds exactly one of them.
import { container, exact, flag, objectOf } from '../shared/common.ts';
import { DripDosage } from './dosage-drip.ts';
import { timeSpan } from './dosage-fields.ts';
import { IX3Dosage } from './dosage-ix3.ts';
import { simplePlugins } from './dosage-simple.ts';

const timeInSequence = { $id: 'MultiDosageTime', general: 'A time of a dosage in a sequence.' };

const MultiDosage = container(
  'Dosage',
  objectOf(
    {
      StartTime: timeSpan('How long after the start of the treatment this dosage starts.', 7, timeInSequence),
      StartDateTime: exact('When this dosage starts, as the EHR writes it.', '2026-01-15T08:00:00'),
      DurationTime: timeSpan('How long this dosage lasts.', 7, timeInSequence),
      DurationDateTime: objectOf(
        {
          $self: exact('When this dosage ends, as the EHR writes it.', '2026-01-22T08:00:00'),
          Unlimited: flag('Whether it continues without an end.', false),
        },
        'When this dosage ends.',
      ),
      DosePlugin: objectOf(simplePlugins, 'The dosage itself: one of the six.'),
    },
    'One dosage of the sequence.',
    { $id: 'MultiDosageStep' },
  ),
  'Several dosages in sequence, such as a dose that is reduced step by step.',
);

export const DosagePlugin = objectOf(
  { DripDosage, MultiDosage, ...simplePlugins, IX3Dosage },
  'One dosage. Exactly one member is present; it shows which kind of dosage this is.',
  { $id: 'Dosage' },
);

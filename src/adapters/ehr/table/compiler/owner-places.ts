// Compiles where records, or the answer around them, name their patient (`owner`, D17).
import type { OwnerRow } from '../format/access.ts';
import type { OwnerPlaces } from '../tables.ts';
import type { PathReader } from './answer-paths.ts';
import { fault, hint, inside, type Place, whereOf } from './place.ts';

/** `kind`, of a lookup: the record of patients names the patient. */
export type WrittenOwner = OwnerRow & { readonly kind?: 'patients' };

type Readers = { readonly inRecord: PathReader; readonly beside: PathReader; readonly inLookup: PathReader };

const echoHint =
  'only the answer names the patient: make sure that it is whose records these are, and no echo of the question. A record with the number of another person is withheld';

/** Compiles where a record, or the answer around it, names its patient. */
export const ownerPlaces = (
  { record, answer, is, kind, absent, form, born }: WrittenOwner,
  place: Place,
  { inRecord, beside, inLookup, isWhole, hasLookup }: Readers & { isWhole: boolean; hasLookup: boolean },
): OwnerPlaces => {
  if (is === 'id' && !hasLookup) fault(inside(place, 'is'), 'lookup in system.json: it finds the id');
  if (answer !== undefined && isWhole)
    fault(inside(place, 'answer'), 'record: the answer has nothing beside its records');
  if (absent !== undefined && (record === undefined || answer === undefined))
    fault(inside(place, 'absent'), 'record and answer beside "absent": "answer"');
  if (is === 'id' && form !== undefined) fault(inside(place, 'form'), 'no form beside "is": "id"');
  if (form === '10' && born === undefined)
    fault(
      place,
      'born: a number of ten digits is that of two people a hundred years apart, and the date of birth beside it tells whose it is',
    );
  if (born !== undefined && form === undefined)
    fault(inside(place, 'born'), 'form beside born: "10" or "6-4"');
  const besideNumber =
    born !== undefined && (typeof born === 'string' || 'century' in born) ? born : undefined;
  const atLookup = typeof born === 'object' && 'lookup' in born ? born.lookup : undefined;
  if (besideNumber !== undefined && record !== undefined && answer !== undefined)
    fault(
      inside(place, 'born'),
      'record or answer alone, because the date of birth stands beside one of them; or { "lookup": path }',
    );
  if (atLookup !== undefined && !hasLookup)
    fault(inside(place, 'born'), 'lookup in system.json: its record has this date of birth');
  const at = inside(place, 'born');
  const readBorn = record === undefined ? beside : inRecord;
  const isAnswerAlone = answer !== undefined && record === undefined && kind === undefined;
  if (isAnswerAlone) hint(inside(place, 'answer'), echoHint);
  return {
    record: record === undefined ? undefined : inRecord(record, inside(place, 'record')),
    answer: answer === undefined ? undefined : beside(answer, inside(place, 'answer')),
    isAnswerAlone,
    absentIsAnswers: absent === 'answer',
    isId: is === 'id',
    where: whereOf(place),
    form,
    born:
      typeof besideNumber === 'object'
        ? {
            steps: readBorn(besideNumber.century, inside(at, 'century')),
            digits: readBorn(besideNumber.digits, inside(at, 'digits')),
          }
        : besideNumber === undefined
          ? undefined
          : { steps: readBorn(besideNumber, at), digits: undefined },
    bornAtLookup: atLookup === undefined ? undefined : inLookup(atLookup, inside(at, 'lookup')),
  };
};

// Whether the conditions of a row, an item or a mark hold.
import type { Json } from '../../../../domain/model/json.ts';
import type { Condition } from '../scope.ts';
import { holdsAt, wordAt } from './find.ts';
import type { RecordReading } from './record-reading.ts';

type State = 'holds' | 'fails' | 'unknown';

/** Whether all conditions hold. `unknown`: one of them has a word that no condition of the table knows, and none fails. */
export const conditionState = (when: readonly Condition[], node: Json, reading: RecordReading): State => {
  let state: State = 'holds';
  // All conditions, also after one has failed: each marks its word as read.
  for (const condition of when) {
    const { steps, words, known } = condition;
    const word = typeof words === 'string' ? undefined : wordAt(node, steps, reading);
    const isKnown = typeof words === 'string' || (typeof word === 'string' && known.has(word));
    const holds = isKnown ? holdsAt(node, condition, reading) : undefined;
    if (holds === false) state = 'fails';
    else if (holds === undefined && state === 'holds') state = 'unknown';
  }
  return state;
};

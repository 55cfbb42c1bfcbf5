// Whether the conditions of a row, an item or a mark hold.
import type { Json } from '../../../../domain/model/json.ts';
import type { Condition } from '../scope.ts';
import { holdsAt, type ValueContext, wordAt } from './find.ts';

type State = 'holds' | 'fails' | 'unknown';

/** Whether a condition holds; undefined if its word is one that no condition of the table knows. */
const holds = (condition: Condition, node: Json, context: ValueContext): boolean | undefined => {
  const { steps, words, known } = condition;
  if (typeof words === 'string') return holdsAt(node, condition, context);
  const word = wordAt(node, steps, context);
  return typeof word === 'string' && known.has(word) ? words.has(word) : undefined;
};

/** Whether all conditions hold. `unknown`: one of them has a word that no condition of the table knows, and none fails. */
export const conditionState = (when: readonly Condition[], node: Json, context: ValueContext): State => {
  let state: State = 'holds';
  // All conditions, also after one has failed: each marks its word as read.
  for (const condition of when) {
    const isMet = holds(condition, node, context);
    if (isMet === false) state = 'fails';
    else if (isMet === undefined && state === 'holds') state = 'unknown';
  }
  return state;
};

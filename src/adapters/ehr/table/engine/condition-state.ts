// Whether the conditions of a row, an item or a mark hold.
import type { Json } from '../../../../domain/model/json.ts';
import { unreadable } from '../../values/written-values.ts';
import { type Condition, knownType } from '../scope.ts';
import { find, holdsAt, typeOf, type ValueContext, wordAt } from './find.ts';

type State = 'holds' | 'fails' | 'unknown';

/** Whether a condition holds; undefined if its word, or its type, is one that no condition of the table knows. */
const holds = (condition: Condition, node: Json, context: ValueContext): boolean | undefined => {
  const { steps, words, known } = condition;
  if (typeof words === 'string') {
    const isMet = holdsAt(node, condition, context);
    if (isMet !== false || words === 'present' || words === 'absent') return isMet;
    const value = find(node, steps, { outside: context.outside });
    const type = value === undefined || value === unreadable ? 'absent' : typeOf(value, context);
    return known.has(knownType(type)) ? false : undefined;
  }
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

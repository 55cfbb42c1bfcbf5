// Names by which EHRs call what a patient may not see, and what was never true.

const sounding = /visib|hidden|secre|confid|restrict|dold|sekret|sp[aä]rr|skydd/i;
const takenBack =
  /void|delet|retire|nullif|makuler|annull|error|cancel|revok|withdr|borttag|raderad|avbok|felreg/i;

/** Whether a name sounds like that of a mark that hides a record. */
export const soundsLikeMark = (name: string): boolean => sounding.test(name);

const person = /person|pnr|ssn|nationalid/i;

/** Whether a name sounds like that of a mark, or like what says whose a record is. */
export const soundsDecisive = (name: string): boolean => soundsLikeMark(name) || person.test(name);

/** Whether a name sounds like what takes a record back (D35), or says how a medicine or a visit is. */
export const soundsLikeState = (name: string): boolean =>
  takenBack.test(name) || /(?:status|dos(?:e|age|ering))$/i.test(name);

/** Whether a name sounds like that of a mark whose yes hides a record. */
export const soundsHiding = (name: string): boolean =>
  (soundsLikeMark(name) && !/visib/i.test(name)) || takenBack.test(name);

/** What a word says of its own: yes or no; undefined for another word. */
export const saysYes = (word: string): boolean | undefined => {
  if (/^(?:true|1|j|y|ja|yes)$/i.test(word)) return true;
  return /^(?:false|0|n|nej|no|none|ingen)$/i.test(word) ? false : undefined;
};

// Names by which EHRs call what a patient may not see.

const sounding = /visib|hidden|secre|confid|restrict|dold|sekret|sp[aä]rr|skydd/i;

/** Whether a name sounds like that of a mark that hides a record. */
export const soundsLikeMark = (name: string): boolean => sounding.test(name);

const person = /person|pnr|ssn|nationalid/i;

/** Whether a name sounds like that of a mark, or like what says whose a record is. */
export const soundsDecisive = (name: string): boolean => soundsLikeMark(name) || person.test(name);

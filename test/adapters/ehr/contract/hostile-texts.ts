// Texts that cost work or that a reader obeys, in place of any value of an answer.
import { type Edit, marker, type ParsedDocument } from './document.ts';

/** Each has the marker, so the value is another one even if everything else is taken out. */
const texts: readonly string[] = [
  // Runs of combining marks: normalization takes time that grows with the square of their length.
  `${marker}a${'\u0301\u0323'.repeat(20_000)}`,
  // Each becomes 18 characters when it is normalized.
  `${marker} ${'\ufdfa'.repeat(20_000)}`,
  // Lists of names, words and parts.
  `${marker} ${'Anna '.repeat(20_000)}`,
  `${marker}${'-a'.repeat(20_000)}`,
  `${marker}${',;'.repeat(20_000)}`,
  // Markup.
  `${marker}${'<li>x'.repeat(5000)}`,
  `<div xmlns="http://www.w3.org/1999/xhtml"><pre>${marker}${'\n'.repeat(20_000)}</pre></div>`,
  `${marker}${'&amp;#x41;'.repeat(5000)}`,
  // Control and bidirectional characters, and half a surrogate pair.
  `${marker}\0\u0007`,
  `${marker}\u009b\u202e\u2066\u2028`,
  `${marker}\ud800`,
  `${marker}\r\n\u0085`.repeat(1000),
];

/** A damage for each value of an answer and each of these texts. */
export const hostileDamages = ({ places }: ParsedDocument): { readonly edits: readonly Edit[] }[] =>
  places
    .filter(({ isValue }) => isValue)
    .flatMap(place => texts.map(value => ({ edits: [{ place, change: 'set' as const, value }] })));

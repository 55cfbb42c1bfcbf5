// The guide for app developers, which introduces the API page: docs/guide.md, filled in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allErrorWords, errorWords } from '../errors/error-words.ts';
import { statusesOf } from '../errors/faults.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/guide.md'), 'utf8');
/** Without the heading and the line for readers of the file. */
const text = page.split('\n\n').slice(2).join('\n\n');

/** One section for each word of `x-error`, in the order of the statuses. The API page gives each heading an address. */
const errorSections = allErrorWords
  .map(word => ({ word, statuses: statusesOf(word) }))
  .sort((a, b) => (a.statuses[0] ?? 0) - (b.statuses[0] ?? 0))
  .map(({ word, statuses }) => `### ${word}\n\n**${statuses.join(', ')}.** ${errorWords[word]}`)
  .join('\n\n');

/**
 * The introduction on the API page, in Markdown.
 * @param base the prefix of all paths (BASE_PATH); empty for none.
 */
export const guide = (base: string): string =>
  text.replaceAll('{basePath}', () => base).replace('<!-- error words -->', () => errorSections);

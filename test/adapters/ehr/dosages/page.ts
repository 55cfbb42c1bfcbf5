// `npm run dosages`: writes docs/dosages.md, the page of the sentences about doses, from the list (list.ts) and its cases (cases/list.yaml).
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { forms } from '../../../../src/adapters/ehr/translation/dosage/list.ts';

export const pageUrl = new URL('../../../../docs/dosages.md', import.meta.url);

/** The line in place of a dosage that is not shown whole. */
export const incomplete = 'Doseringen kan inte visas i sin helhet: fråga vården.';

type Case = {
  readonly case: string;
  readonly form?: number;
  readonly neighbourOf?: number;
  readonly reads?: readonly string[];
};

const head = `# The sentences about doses

Where an adapter makes a dosage (RIV-TA, FHIR), what a patient reads of it is one of three things ([D38](decisions.md#d38)): the
prescriber's own words, where they tell the dose; a sentence of this list; or the line "Doseringen kan inte visas i sin helhet: fråga
vården." The list is closed. A sentence has up to six parts, in this order:

**condition: days: dose and times, how often, how long; limit**

A dose is a number with its unit in words: \`2 tabletter\`, \`1-2 tabletter\`, \`högst 2 tabletter\` (an upper end alone, or from 0), or
\`ingen dos\` (0; only in 1, 3, 4, 5 and 9). No day named is every day. A \`timing.code\` of FHIR stands for its \`repeat\`.

This page is made by \`npm run dosages\` from the list of the code and from the cases that both protocols are tried with. The cases that must
not fit are the dangerous neighbours of a form: of them, the patient reads the line, and never the sentence.

| # | May be written when the source says | Pattern | Sentences | Must not fit |
|---|---|---|---|---|
`;

/** The page, from the cases of the list. */
export const pageOf = (cases: readonly Case[]): string => {
  const rows = forms.map(({ number, when, template }) => {
    const examples = cases
      .filter(({ form }) => form === number)
      .map(({ reads = [incomplete] }) => reads.join(' / '));
    const neighbours = cases.filter(({ neighbourOf }) => neighbourOf === number).map(one => one.case);
    const cells = [number, when, `\`${template}\``, examples.join(' · '), neighbours.join('; ')];
    return `| ${cells.join(' | ')} |\n`;
  });
  return head + rows.join('');
};

/** The cases of the list, as they are kept. */
export const listCases = (): readonly Case[] =>
  parse(readFileSync(new URL('cases/list.yaml', import.meta.url), 'utf8')).cases;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(pageUrl, pageOf(listCases()));

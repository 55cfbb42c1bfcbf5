// A patient's list as text, as CSV and as a page to print.
import { printableLine } from '../../../src/domain/model/printable.ts';
import { csvCell } from '../render.ts';
import type { Access } from './accesses.ts';

/** A list with what stands above it and below it. */
export type PatientList = {
  readonly title: string;
  /** Names and values above the list. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly accesses: readonly Access[];
  /** What stands in place of an empty list. */
  readonly none: string;
  /** Says that accesses may be missing; undefined if the whole log was read. */
  readonly missing: string | undefined;
  readonly notes: readonly string[];
};

const titles = {
  time: 'Tidpunkt',
  what: 'Vad',
  who: 'Vem',
  unit: 'Vårdenhet',
  through: 'Genom',
  outcome: 'Utfall',
  from: 'Uppgifter från',
} as const satisfies Readonly<Record<keyof Access, string>>;
const members = Object.keys(titles) as (keyof Access)[];

const nameWidth = 16;
const named = (name: string, value: string) => `${`${name}:`.padEnd(nameWidth)} ${printableLine(value)}`;

const notesOf = ({ missing, notes }: PatientList): readonly string[] =>
  missing === undefined ? notes : [missing, ...notes];

/** An access a paragraph, so nothing is shortened. */
export const asText = (list: PatientList): string => {
  const { title, facts, accesses, none } = list;
  const paragraphs = accesses.map(access => {
    const { time, what, ...others } = access;
    const lines = (Object.keys(others) as (keyof typeof others)[])
      .filter(member => access[member] !== '')
      .map(member => `  ${named(titles[member], access[member])}`);
    return [`${time}  ${printableLine(what)}`, ...lines].join('\n');
  });
  const head = [title, ...facts.map(([name, value]) => named(name, value))].join('\n');
  return [head, ...(paragraphs.length === 0 ? [none] : paragraphs), ...notesOf(list)].join('\n\n');
};

/** The mark by which a spreadsheet knows UTF-8. */
const byteOrderMark = '\ufeff';
/** Spreadsheets in Swedish expect it, since the comma is in numbers. */
const separator = ';';

/** The list alone. An empty one is its heading. One that may lack accesses says so in a last row. */
export const asTable = ({ accesses, missing }: PatientList): string => {
  const rows = [
    members.map(member => titles[member]),
    ...accesses.map(access => members.map(member => access[member])),
    ...(missing === undefined ? [] : [[missing, ...members.slice(1).map(() => '')]]),
  ];
  const lines = rows.map(cells => cells.map(cell => csvCell(cell, separator)).join(separator));
  return `${byteOrderMark}${lines.join('\n')}`;
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string): string =>
  printableLine(text).replaceAll(/[&<>"]/g, found => entities[found] ?? found);

const style = `body { font: 11pt/1.4 sans-serif; margin: 2em; color: #000; background: #fff; }
h1 { font-size: 1.4em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2em 1em; }
dd { margin: 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.9em; }
th, td { border: 1px solid #767676; padding: 0.3em 0.5em; text-align: left; vertical-align: top; }
td:first-child { white-space: nowrap; }
@page { size: A4 landscape; margin: 1.5cm; }
@media print { body { margin: 0; } thead { display: table-header-group; } tr { break-inside: avoid; } }`;

/** A page that needs nothing else: no script, no file, no font. */
export const asPage = (list: PatientList): string => {
  const { title, facts, accesses, none } = list;
  const heads = members.map(member => `<th scope="col">${html(titles[member])}</th>`).join('');
  const rows = accesses.map(
    access => `<tr>${members.map(member => `<td>${html(access[member])}</td>`).join('')}</tr>`,
  );
  const table = ['<table>', `<thead><tr>${heads}</tr></thead>`, '<tbody>', ...rows, '</tbody>', '</table>'];
  return [
    '<!doctype html>',
    '<html lang="sv">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${html(title)}</title>`,
    `<style>\n${style}\n</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${html(title)}</h1>`,
    '<dl>',
    ...facts.map(([name, value]) => `<dt>${html(name)}</dt><dd>${html(value)}</dd>`),
    '</dl>',
    ...(accesses.length === 0 ? [`<p>${html(none)}</p>`] : table),
    ...notesOf(list).map(note => `<p>${html(note)}</p>`),
    '</main>',
    '</body>',
    '</html>',
  ].join('\n');
};

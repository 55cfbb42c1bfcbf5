// Settings in a file: `.env` in the working directory, which the process's environment overrides.
import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from '../environment.ts';
import { type FaultList, readText } from '../files.ts';

/** Quoted texts may have several lines. Node ignores what follows a quote, so only a comment may follow it. */
const quoted = /[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)[ \t]*(?:#[^\n]*)?/;
const plain = /[ \t]*[^ \t\n"'`][^\n]*/;
/** Blanks alone are not a value if the next line has content: Node would take that as the value. */
const blank = /[ \t]+(?=\s*(?:#|$))/;
const assignment = `[ \\t]*(?:export +)?[\\w.-]+[ \\t]*=(?:${quoted.source}|${plain.source}|${blank.source}|)`;
/** A value that Node does not continue on the next line. */
const onOneLine = /[ \t]*(?:[^ \t\n"'`][^\n]*|"[^"\n]*"[^\n]*|'[^'\n]*'[^\n]*|`[^`\n]*`[^\n]*)|(?=\n|$)/;
/** After a comment, Node reads an indented one as an assignment. */
const indented = `[ \\t]+#[^\\n=]*(?:=(?:${onOneLine.source}))?`;
const comment = `(?:#[^\\n]*|${indented}|[ \\t]*)`;

/** One assignment, comment or empty line, with its end. */
const item = new RegExp(`(?:${assignment}|${comment})(?:\\n|$)`, 'y');

/** Lines with a carriage return before their end: Node removes it, and reads what is around it as one line. */
const linesWithReturns = (text: string): number[] =>
  text.split('\n').flatMap((line, at) => (line.replace(/\r+$/, '').includes('\r') ? [at + 1] : []));

/** Lines that are neither an assignment nor a comment nor empty. */
const unreadLines = (text: string): number[] => {
  // As Node does.
  const read = text.replaceAll('\r', '');
  const faulty: number[] = [];
  let line = 1;
  for (let at = 0; at < read.length; ) {
    item.lastIndex = at;
    const isItem = item.test(read);
    if (!isItem) faulty.push(line);
    const lineEnd = read.indexOf('\n', at);
    const next = isItem ? item.lastIndex : lineEnd === -1 ? read.length : lineEnd + 1;
    line += read.slice(at, next).split('\n').length - 1;
    at = next;
  }
  return faulty;
};

/** The numbers of the lines, counted from 1, that Node reads as something else than was written. */
export const faultyLines = (text: string): number[] =>
  [...new Set([...unreadLines(text), ...linesWithReturns(text)])].sort((a, b) => a - b);

const path = '.env';

const lineForm =
  'NAME=value, a comment (#) or an empty line; a quote has an end, after which only a comment may follow; lines end with LF or CRLF';

/** Reads the file; empty if there is none, or, with a fault added, if it cannot be read. Lines that Node ignores are faults. */
export const readEnvFile = (list: FaultList): Environment => {
  const text = existsSync(path) ? readText(path, { where: path, list }) : undefined;
  if (text === undefined) return {};
  // Named by number, because the text may be a secret.
  for (const line of faultyLines(text)) list.add(`${path} line ${line}`, lineForm);
  return parseEnv(text);
};

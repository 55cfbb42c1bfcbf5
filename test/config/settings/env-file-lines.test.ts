// Lines of an .env file that Node ignores in silence, by number; all that Node reads as it was written stays valid.
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultyLines } from '../../../src/config/settings/env-file.ts';
import { attempts } from '../../support/amount.ts';

test.each<[string, number[]]>([
  ['AUTH_PARTNER_CLIENTS: partner', [1]],
  ['LOG_LEVEL=info\nRATE_LIMIT 5\n\ngarbage !!\n', [2, 4]],
  ['A B=1', [1]],
  ['A: x=1', [1]],
  ['=5', [1]],
  ['export', [1]],
  ['A="x', [1]],
  ["A=1\nB='x\nC=2", [2]],
  ['A=`x\n# y\n', [1]],
  // Node reads the value "x\nB=" here, and ignores the rest.
  ['A="x\nB="y"\nC=1', [1]],
  ['A="x" y', [1]],
  ['A="a\nb"\nB', [3]],
  // Node takes the next line as the value.
  ['A= \nB=c', [1]],
  ['A=\t\n\n  B=c', [1]],
  ['A=1\r\nB\r\n', [2]],
  // After a comment, Node reads an indented one as an assignment, and takes the next line as its value.
  ['# a\n  # B= \nC=1', [2]],
  ['# a\n\n\t#B=\t\nC=1', [3]],
  ['# a\n  # B="x\nC="y"', [2]],
  // Node removes a carriage return, and reads the lines around it as one.
  ['A=1\rB=2\n', [1]],
  ['A=1\r\nB=2\rC=3\r\nD=4\r', [2]],
  ['# c\rA=1\n', [1]],
])('%j: lines %j', (text, lines) => {
  expect(faultyLines(text)).toEqual(lines);
});

test.each(['# a\n  # B=1\n', '# a\n  # B=\n', '# a\n  # B="x y" # c\n', '# a\n  # B= # c\n'])(
  '%j is valid: Node reads nothing else as its value',
  text => {
    expect(faultyLines(`${text}C=1\n`)).toEqual([]);
    expect(parseEnv(`${text}C=1\n`).C).toBe('1');
  },
);

test.each<[string, Record<string, string>]>([
  ['', {}],
  ['\n\n', {}],
  ['# a comment "\n  # another: one\n', {}],
  ['A=1', { A: '1' }],
  [' A = it\'s "ok" # c\n', { A: 'it\'s "ok"' }],
  ['export A=1\nexport  B=2', { A: '1', B: '2' }],
  ['A=\nB=2', { A: '', B: '2' }],
  ['A= ', { A: '' }],
  ['A= \n# c\n\n', { A: '' }],
  ['A=#c\nB= # c', { A: '', B: '' }],
  ['A=1\n  # it is so\n  # it\'s "so"\n', { A: '1' }],
  ['A="a\nb=c\n# d" # e\nB=`x"\ny`\n', { A: 'a\nb=c\n# d', B: 'x"\ny' }],
  ["A='a\r\nb'\r\nB=2\r\n", { A: 'a\nb', B: '2' }],
  ['A=postgresql://log@db/x?a=b', { A: 'postgresql://log@db/x?a=b' }],
])('%j is valid, and Node reads it so', (text, values) => {
  expect(faultyLines(text)).toEqual([]);
  expect({ ...parseEnv(text) }).toEqual(values);
});

test('in a text without a fault, no line before another one swallows it', () => {
  const parts = ['A', 'B=', '=', ' ', '\t', '\n', '"', "'", '`', '#', 'x', 'export ', '\r\n', '\r', 'C=1\n'];
  const anyText = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map(found => found.join(''));
  fc.assert(
    fc.property(anyText, before => {
      const text = `${before}\nLAST=value\n`;
      if (faultyLines(text).length === 0) expect(parseEnv(text).LAST).toBe('value');
    }),
    { numRuns: attempts(2000) },
  );
});

// A scenario as a curl command for a shell that has sourced the file of variables.
import type { Scenario } from '../scenarios.ts';
import { variableOf } from '../variables.ts';

/** Columns that a terminal has at least, less the indentation of the command and a backslash. */
const widest = 96;

const bodyOf = ({ send }: Scenario) =>
  send === undefined ? [] : [`-X ${send.method}`, '-H "$JSON"', `-d '${JSON.stringify(send.body)}'`];

/** Words in lines that are no wider than a terminal, each but the last continued by a backslash. */
const wrapped = (words: readonly string[]): string => {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < widest) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(line === undefined ? word : `    ${word}`);
  }
  return lines.join(' \\\n');
};

/**
 * One command, on several lines where it is long. It shows the answer's status and headers and the errors of curl itself,
 * and ends the body with a line break; a large body is measured instead of shown.
 */
export const curlOf = (scenario: Scenario): string => {
  const { as, path, patient, isLarge = false } = scenario;
  return wrapped([
    isLarge ? "curl -sS -o /dev/null -w '%{http_code}, %{size_download} bytes\\n'" : "curl -sSiw '\\n'",
    ...bodyOf(scenario),
    '-H "$KEY"',
    `-H "$${variableOf(as)}"`,
    ...(patient === undefined ? [] : [`-H 'patient: ${patient}'`]),
    path.includes('?') ? `"$PDA${path}"` : `$PDA${path}`,
  ]);
};

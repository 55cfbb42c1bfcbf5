// A scenario as a curl command for a shell that has sourced the file of variables.
import type { Scenario } from '../scenarios.ts';
import { variableOf } from './variables.ts';

/** The narrowest supported terminal, less the command's indentation and a backslash. */
const widest = 96;

const bodyOf = ({ send }: Scenario) =>
  send === undefined ? [] : [`-X ${send.method}`, '-H "$JSON"', `-d '${JSON.stringify(send.body)}'`];

/** Wraps words into lines that fit a terminal, each but the last ending in a backslash. */
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
 * A curl command, wrapped if it is long. It prints the status, the headers and curl's own errors, and ends the body with a
 * newline. A large body is measured instead of printed.
 */
export const curlOf = (scenario: Scenario): string => {
  const { as, path, patient, isLarge = false } = scenario;
  return wrapped([
    isLarge ? "curl -sS -o /dev/null -w '%{http_code}, %{size_download} bytes\\n'" : "curl -sSiw '\\n'",
    ...bodyOf(scenario),
    '-H "Ocp-Apim-Subscription-Key: $KEY"',
    `-H "$${variableOf(as)}"`,
    ...(patient === undefined ? [] : [`-H 'patient: ${patient}'`]),
    path.includes('?') ? `"$SERVICE${path}"` : `$SERVICE${path}`,
  ]);
};

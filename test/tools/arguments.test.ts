// Arguments of the command line tools that are not understood; explain.test.ts has those of `explain`.
import { expect, test } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { runTool } from './run.ts';

test.each<[tool: Parameters<typeof runTool>[0], argv: readonly string[], words: string]>([
  [
    'subscription',
    ['add', 'x', '--rate-limt', '5'],
    'Unknown option --rate-limt; did you mean --rate-limit?',
  ],
  [
    'subscription',
    ['add', 'x', '--RateLimit', '5'],
    'Unknown option --RateLimit; did you mean --rate-limit?',
  ],
  ['region', ['check', 'p.json', '--strickt'], 'Unknown option --strickt; did you mean --strict?'],
  [
    'region',
    ['translate', 'contacts', 'f', '--profil', 'p'],
    'Unknown option --profil; did you mean --profile?',
  ],
  ['access-log', ['--pateint', '191212121212'], 'Unknown option --pateint; did you mean --patient?'],
  ['access-log', ['migrate', '--dryrun'], 'Unknown option --dryrun.'],
  ['access-log', ['retain', '--dryrun'], 'Unknown option --dryrun.'],
])('%s %j', async (tool, argv, words) => {
  const { status, out, err } = await runTool(tool, argv, { cwd: newFolder() });
  expect({ status, out }).toEqual({ status: 2, out: '' });
  const [first, , hint] = err.split('\n');
  expect(first).toBe(words);
  expect(hint).toBe(`npm run ${tool} -- --help shows how to use it.`);
});

test('an option without its value is reported as Node words it', async () => {
  const { status, err } = await runTool('region', ['check', '--patient'], { cwd: newFolder() });
  expect(status).toBe(2);
  expect(err).toContain("'--patient <value>' argument missing");
});

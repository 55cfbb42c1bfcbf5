// npm run sandbox: reads the command line, and reports missing packages before loading anything that needs them.
import packageFile from '../package.json' with { type: 'json' };
import { sandboxIsInstalled } from './command-line/installed.ts';

if (!sandboxIsInstalled()) {
  process.stderr.write(
    'The sandbox needs the development dependencies, which are not installed. Run: npm ci (without --omit=dev)\n',
  );
  process.exit(1);
}

const { readArguments, UsageError, usage } = await import('./command-line/arguments.ts');

try {
  const args = readArguments(process.argv.slice(2));
  if (args.command === 'reset') await (await import('./reset.ts')).resetRunning(args.ports.ehr);
  else if (args.command === 'run') await (await import('./run.ts')).run(args);
  else process.stdout.write(args.command === 'help' ? usage : `${packageFile.version}\n`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n${usage}`);
  process.exitCode = 2;
}

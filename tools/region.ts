// npm run region: tests a region profile against its systems or with a file.
import { runProcess } from './command.ts';
import { region } from './region/commands.ts';

await runProcess(region);

// npm run explain: why a request was refused.
import { runProcess } from './command.ts';
import { explain } from './explain/command.ts';

await runProcess(explain);

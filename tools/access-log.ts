// npm run access-log: who accessed a patient's data, what a caller accessed, and maintenance of the log (D23).

import { accessLog } from './access-log/commands.ts';
import { runProcess } from './command.ts';

await runProcess(accessLog);

// npm run support: one file about this installation for somebody who helps with it. It holds no patient data and no secrets.
import { runProcess } from './command.ts';
import { support } from './support/command.ts';

await runProcess(support);

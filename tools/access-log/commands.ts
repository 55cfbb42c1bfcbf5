// npm run access-log: who accessed a patient's data, what a caller accessed, and maintenance of the log (D23).
import { commandTool } from '../command.ts';
import { runMigrate } from './migrate.ts';
import { runAdministration } from './print-administration.ts';
import { runRead } from './reading.ts';
import { runRetain } from './retain.ts';
import { usage } from './usage.ts';
import { runVerify } from './verify.ts';

export const accessLog = commandTool({
  name: 'access-log',
  usage,
  commands: { administration: runAdministration, migrate: runMigrate, retain: runRetain, verify: runVerify },
  otherwise: runRead,
});

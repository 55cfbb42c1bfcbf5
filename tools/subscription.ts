// npm run subscription: adds, rotates, revokes and lists the keys of the service's clients (D3).
import { runProcess } from './command.ts';
import { subscription } from './subscription/commands.ts';

await runProcess(subscription);

// A process with a small heap that reads floods of JSON. For each it prints a line: how reading ended, how many bytes were sent, the
// most that was counted towards the budget, what still was at the end, and how often the event loop ran meanwhile.
import { readJson } from '../../../../src/adapters/ehr/json/read-json.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import { turnsDuring } from '../../../support/turns.ts';
import { type Flood, floods } from './floods.ts';

const size = 8 * 1024 * 1024;
const chunkSize = 64 * 1024;

/** The document in chunks, as from a connection: just below 8 MiB. */
const chunksOf = async function* ({ start, part, end }: Flood) {
  let sent = 0;
  let parts = [start];
  let length = start.length;
  for (let at = 0; ; at++) {
    const next = part(at);
    length += next.length;
    parts.push(next);
    if (length < chunkSize) continue;
    const bytes = Buffer.from(parts.join(''));
    if (sent + bytes.length + end.length > size) break;
    yield bytes;
    sent += bytes.length;
    parts = [];
    length = 0;
  }
  yield Buffer.from(end);
};

for (const [name, flood] of Object.entries(floods)) {
  let outcome = 'read';
  let held = 0;
  let most = 0;
  const add = (bytes: number) => {
    held += bytes;
    most = Math.max(most, held);
  };
  const turns = await turnsDuring(async () => {
    try {
      (await readJson(chunksOf(flood), { memory: { add } })).release();
    } catch (error) {
      outcome = error instanceof Failure ? error.reason : String(error);
    }
  });
  process.stdout.write(`${JSON.stringify({ name, outcome, most, held, turns })}\n`);
}

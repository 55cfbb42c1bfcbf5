// A process with a small heap that reads floods of JSON, and prints a line for each (test/support/floods.ts).
import { readJson } from '../../../../src/adapters/ehr/json/read-json.ts';
import { reportFlood } from '../../../support/floods.ts';
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
  await reportFlood(name, async memory => {
    (await readJson(chunksOf(flood), { memory })).release();
    return 'read';
  });
}

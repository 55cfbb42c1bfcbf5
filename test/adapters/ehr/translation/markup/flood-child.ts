// A process with a small heap that reads floods of HTML, DocBook and clinical documents. For each it prints a line: how reading ended, the most that was
// counted towards the budget, what still was at the end, and how often the event loop ran meanwhile.
import { readClinicalDocument } from '../../../../../src/adapters/ehr/translation/markup/clinical-document.ts';
import { docbookText } from '../../../../../src/adapters/ehr/translation/markup/docbook.ts';
import { htmlText } from '../../../../../src/adapters/ehr/translation/markup/html.ts';
import { Failure } from '../../../../../src/domain/model/failure.ts';
import type { MemoryMeter } from '../../../../../src/ports/call.ts';
import { turnsDuring } from '../../../../support/turns.ts';
import { type Flood, floods } from './floods.ts';

const size = 8 * 1024 * 1024;

/** The document: just above 8 MiB, and never there as a whole. */
const bytesOf = function* ({ start, part, end }: Flood) {
  yield Buffer.from(start);
  const repeated = Buffer.from(part.repeat(Math.ceil((16 * 1024) / part.length)));
  for (let sent = 0; sent < size; sent += repeated.length) yield repeated;
  yield Buffer.from(end);
};

/** How reading ends, if it does not throw. */
const outcomeOf = async (
  language: Flood['language'],
  bytes: Iterable<Uint8Array>,
  memory: MemoryMeter,
): Promise<string> => {
  if (language === 'cda') return (await readClinicalDocument(bytes, { charset: undefined, memory })).state;
  if (language === 'html') return (await htmlText(bytes, { memory })) === undefined ? 'unreadable' : 'read';
  await docbookText(bytes, memory);
  return 'read';
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
      const bytes = bytesOf(flood);
      outcome = await outcomeOf(flood.language, bytes, { add });
    } catch (error) {
      outcome = error instanceof Failure ? error.reason : String(error);
    }
  });
  process.stdout.write(`${JSON.stringify({ name, outcome, most, held, turns })}\n`);
}

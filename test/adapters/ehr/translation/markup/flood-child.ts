// A process with a small heap that reads floods of HTML, DocBook and clinical documents, and prints a line for each
// (test/support/floods.ts).
import { answerMeter } from '../../../../../src/adapters/ehr/meter.ts';
import { readClinicalDocument } from '../../../../../src/adapters/ehr/translation/markup/clinical-document.ts';
import { docbookText } from '../../../../../src/adapters/ehr/translation/markup/docbook.ts';
import { htmlText } from '../../../../../src/adapters/ehr/translation/markup/html.ts';
import type { MemoryMeter } from '../../../../../src/ports/call.ts';
import { reportFlood } from '../../../../support/floods.ts';
import { type Flood, floods } from './floods.ts';

const size = 4 * 1024 * 1024;

/** The document: just above 4 MiB, and never there as a whole. */
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
  const limits = { memory, meter: answerMeter()() };
  if (language === 'cda') return (await readClinicalDocument(bytes, { charset: undefined, ...limits })).state;
  if (language === 'html') return (await htmlText(bytes, limits)) === undefined ? 'unreadable' : 'read';
  await docbookText(bytes, limits);
  return 'read';
};

for (const [name, flood] of Object.entries(floods))
  await reportFlood(name, memory => outcomeOf(flood.language, bytesOf(flood), memory));

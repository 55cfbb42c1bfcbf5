// A process with a small heap that reads floods: documents with a given beginning that then repeat something, up to 17 MiB, more than
// any limit.
// For each it prints a line: how reading ended, the bytes read, and how often the event loop ran meanwhile.
// Arguments: which share of the floods it reads, of how many.
import { extractSources } from '../../../../src/adapters/ehr/extracts/kinds.ts';
import { readDocument } from '../../../../src/adapters/ehr/read-document.ts';
import { timeReader } from '../../../../src/adapters/ehr/values/written-times.ts';
import { decoder } from '../../../../src/adapters/ehr/xml/decoder.ts';
import { namespaceReader, xmlReader } from '../../../../src/adapters/ehr/xml/parsing/events.ts';
import { planOf } from '../../../../src/adapters/ehr/xml/plan.ts';
import { regionTime } from '../../../../src/adapters/time/region-time.ts';
import { Failure } from '../../../../src/domain/model/failure.ts';
import { sharedSchemas } from '../../../../src/domain/records/index.ts';
import { turnsDuring } from '../../../support/turns.ts';
import { floods } from './floods.ts';

const largest = 17 * 1024 * 1024;
const { root, element, schema } = extractSources.journalNotes;
const plan = planOf(schema, { times: timeReader(regionTime('Europe/Stockholm')), schemas: sharedSchemas });

/** The document in chunks, as from a connection, and how many of its bytes have been read. */
const flooding = (start: string, part: string) => {
  const piece = Buffer.from(part.repeat(Math.ceil((64 * 1024) / part.length)));
  const state = { taken: 0 };
  const body = async function* () {
    yield Buffer.from(start);
    for (; state.taken < largest; state.taken += piece.length) yield piece;
  };
  return { state, body: body() };
};

const journal = () => decoder({ root, plan, each: { element, onItem: () => {} } });

const readerOf = (hasNamespaces: boolean) =>
  hasNamespaces
    ? namespaceReader({ handler: journal(), charset: undefined, isOurs: uri => uri === '' })
    : xmlReader(journal());

const [share, shares] = process.argv.slice(2).map(Number);
const mine = Object.entries(floods).filter((_, index) => index % Number(shares) === share);

for (const [name, { start, part, hasNamespaces = false }] of mine) {
  const { state, body } = flooding(start, part);
  let outcome = 'read';
  const turns = await turnsDuring(async () => {
    try {
      for await (const _ of readDocument(body, { reader: readerOf(hasNamespaces) }));
    } catch (error) {
      outcome = error instanceof Failure ? error.code : String(error);
    }
  });
  process.stdout.write(`${JSON.stringify({ name, outcome, taken: state.taken, turns })}\n`);
}

// What is built from a document counts towards the budget of all answers (D32), only while it is being built.
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../src/adapters/ehr/read-document.ts';
import { timeReader } from '../../../src/adapters/ehr/values/written-times.ts';
import { type Decoder, decoder, type FrameFields } from '../../../src/adapters/ehr/xml/decoder.ts';
import { xmlReader } from '../../../src/adapters/ehr/xml/parsing/events.ts';
import { planOf } from '../../../src/adapters/ehr/xml/plan.ts';
import { regionTime } from '../../../src/adapters/time/region-time.ts';
import { Failure } from '../../../src/domain/model/failure.ts';
import { sharedSchemas } from '../../../src/domain/records/index.ts';
import { turnsDuring } from '../../support/turns.ts';
import { bytesOf } from './xml/feeding.ts';

const mebibytes = 1024 * 1024;

const Item = Type.Partial(Type.Object({ Text: Type.Array(Type.String()) }));
const List = Type.Partial(Type.Object({ Item: Type.Array(Item) }));
const plan = planOf(List, { times: timeReader(regionTime('Europe/Stockholm')), schemas: sharedSchemas });

/** A memory meter with a limit: its current use and its peak. */
const memoryOf = (bytes: number) => {
  const memory = {
    held: 0,
    most: 0,
    add: (more: number) => {
      if (memory.held + more > bytes)
        throw new Failure('budget-exceeded', { reason: 'answer-share-exceeded' });
      memory.held += more;
      memory.most = Math.max(memory.most, memory.held);
    },
  };
  return memory;
};

type Memory = ReturnType<typeof memoryOf>;

const reading = (memory: Memory, { isList = false, body = [] as Iterable<Uint8Array> }) => {
  const found: FrameFields[] = [];
  const take = ({ value }: { readonly value: FrameFields }) => void found.push(value);
  const handler: Decoder = decoder({ root: 'List', plan, isList, each: { element: 'Item', onItem: take } });
  return readDocument(body, {
    reader: xmlReader(handler),
    items: found,
    held: handler.held,
    keeps: isList,
    memory,
  });
};

const text = 'x'.repeat(mebibytes);
const itemOf = (texts: number) => `<Item>${`<Text>${text}</Text>`.repeat(texts)}</Item>`;

const bodyOf = function* (...parts: readonly string[]) {
  yield bytesOf('<List>');
  for (const part of parts) yield bytesOf(part);
  yield bytesOf('</List>');
};

const readAll = async (memory: Memory, options: Parameters<typeof reading>[1]) => {
  let items = 0;
  for await (const _ of reading(memory, options)) items++;
  return items;
};

describe('memory', () => {
  test('is used for one record at a time, and released when all are read', async () => {
    const memory = memoryOf(1000 * mebibytes);
    const body = bodyOf(itemOf(4), itemOf(4), itemOf(4), itemOf(4));
    expect(await readAll(memory, { body })).toBe(4);
    // Two bytes for each of four million characters, at least; and not those of all four records.
    expect(memory.most).toBeGreaterThanOrEqual(7 * mebibytes);
    expect(memory.most).toBeLessThan(16 * mebibytes);
    expect(memory.held).toBe(0);
  });

  test('is used for a whole list, even after it has been read', async () => {
    const memory = memoryOf(1000 * mebibytes);
    const body = bodyOf(itemOf(1), itemOf(1), itemOf(1), itemOf(1));
    expect(await readAll(memory, { body, isList: true })).toBe(4);
    expect(memory.held).toBeGreaterThanOrEqual(7 * mebibytes);
  });

  test('that is used up ends the reading, and is released', async () => {
    const memory = memoryOf(4 * mebibytes);
    const body = bodyOf(itemOf(1), itemOf(3));
    await expect(readAll(memory, { body })).rejects.toMatchObject({ code: 'budget-exceeded' });
    expect(memory.most).toBeGreaterThan(3 * mebibytes);
    expect(memory.held).toBe(0);
  });

  test('is released if the document is unusable', async () => {
    const memory = memoryOf(1000 * mebibytes);
    const body = bodyOf(`<Item><Text>${text}</Text>`);
    await expect(readAll(memory, { body })).rejects.toMatchObject({ code: 'ehr-unusable' });
    expect(memory.most).toBeGreaterThan(mebibytes);
    expect(memory.held).toBe(0);
  });

  test('is released if the reader stops', async () => {
    const memory = memoryOf(1000 * mebibytes);
    for await (const _ of reading(memory, { body: bodyOf(itemOf(1), itemOf(1)) })) break;
    expect(memory.most).toBeGreaterThan(mebibytes);
    expect(memory.held).toBe(0);
  });

  test('is not counted for the amount that every request needs', async () => {
    const memory = memoryOf(0);
    const body = bodyOf('<Item><Text>x</Text></Item>'.repeat(300));
    expect(await readAll(memory, { body })).toBe(300);
  });
});

test('yields to the event loop after every 16 KiB after the first 64', async () => {
  const memory = memoryOf(1000 * mebibytes);
  const turns = await turnsDuring(() => readAll(memory, { body: bodyOf(itemOf(4), itemOf(4)) }));
  expect(turns).toBeGreaterThanOrEqual((8 * mebibytes - 64 * 1024) / (16 * 1024));
});

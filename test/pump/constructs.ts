// What is grown: the roles of elements, the steps of paths, the shapes of JSON and the places of right answers, each taken from the code's
// own maps or the adapters' own answers, so that a new one is in by itself.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Meter } from '../../src/adapters/ehr/meter.ts';
import type { Step } from '../../src/adapters/ehr/table/source-path.ts';
import type { Role } from '../../src/adapters/ehr/translation/markup/roles.ts';
import type { SourceKind } from '../../src/domain/records/index.ts';
import type { MemoryMeter } from '../../src/ports/call.ts';

/** What a document may spend, and what is counted of it. */
export type Limits = { readonly memory: MemoryMeter; readonly meter: Meter };

/**
 * What must hold of a construct: its work grows as its size does; the longest turn of the event loop stays, where what grows are records,
 * items or pieces of a text, between which other requests run; and what is kept is counted.
 */
export type Rule = 'growth' | 'turn' | 'memory';

export type Construct = {
  readonly name: string;
  /** The smallest size. */
  readonly from: number;
  readonly rules: readonly Rule[];
  /** Reads the construct in a size. @returns what is kept, and how many bytes there are of it. */
  readonly run: (
    size: number,
    limits: Limits,
  ) => Promise<{ readonly bytes: number; readonly kept?: unknown }>;
};

const utf8 = (text: string) => [Buffer.from(text)];

type Language = {
  readonly roles: ReadonlyMap<string, Role>;
  readonly read: (text: string, limits: Limits) => Promise<unknown>;
};

const languages = async (): Promise<Readonly<Record<string, Language>>> => {
  const { htmlText } = await import('../../src/adapters/ehr/translation/markup/html.ts');
  const { htmlRoles } = await import('../../src/adapters/ehr/translation/markup/html-elements.ts');
  const { docbookText, docbookRoles } = await import('../../src/adapters/ehr/translation/markup/docbook.ts');
  const { readClinicalDocument } = await import(
    '../../src/adapters/ehr/translation/markup/clinical-document.ts'
  );
  const section = (text: string) =>
    `<ClinicalDocument><component><structuredBody><component><section><text>${text}</text></section></component></structuredBody></component></ClinicalDocument>`;
  return {
    html: { roles: htmlRoles, read: (text, limits) => htmlText(utf8(text), limits) },
    docbook: {
      roles: docbookRoles,
      read: (text, limits) => docbookText(utf8(`<article>${text}</article>`), limits),
    },
    cda: {
      roles: htmlRoles,
      read: (text, limits) => readClinicalDocument(utf8(section(text)), { charset: undefined, ...limits }),
    },
  };
};

/** An element, in those around it that its role needs. */
const elementOf = (
  name: string,
  role: Role,
  { names, span }: { names: ReadonlyMap<Role, string>; span: number },
) => {
  const cell = names.get('cell') ?? name;
  const row = names.get('row') ?? name;
  const spans = ` colspan="${span}" rowspan="0" morerows="999999"`;
  if (role === 'cell') return `<${row}><${name}${spans}>x</${name}></${row}>`;
  if (role === 'row') return `<${name}></${name}>`;
  if (role === 'row-group') return `<${name}><${row}><${cell}>x</${cell}></${row}></${name}>`;
  return `<${name}>x</${name}>`;
};

/** Pairs of roles in each language: one element, and then many of another; and one in which there are many. */
const markup = async (): Promise<Construct[]> =>
  Object.entries(await languages()).flatMap(([language, { roles, read }]) => {
    const names = new Map([...roles].toReversed().map(([name, role]) => [role, name] as const));
    return [...names].flatMap(([first, firstName]) =>
      [...names].flatMap(([second, secondName]) => {
        const texts: Record<string, (size: number) => string> = {
          'then many': size => {
            const one = elementOf(firstName, first, { names, span: size });
            return one + elementOf(secondName, second, { names, span: 2 }).repeat(size);
          },
          'with many inside': size =>
            `<${firstName}>${elementOf(secondName, second, { names, span: 2 }).repeat(size)}</${firstName}>`,
        };
        return Object.entries(texts).map(
          ([how, textOf]): Construct => ({
            name: `${language}: ${firstName}, ${how} ${secondName}`,
            from: 100,
            rules: ['growth'],
            run: async (size, limits) => {
              const table = names.get('table') ?? 'table';
              const text = `<${table}>${textOf(size)}</${table}>`;
              return { bytes: text.length, kept: await read(text, limits) };
            },
          }),
        );
      }),
    );
  });

/** The kinds of steps of tables' paths, and pairs of them: each of many items follows the path. */
const paths = async (): Promise<Construct[]> => {
  const { find } = await import('../../src/adapters/ehr/table/engine/find.ts');
  const { outward } = await import('../../src/adapters/ehr/table/source-path.ts');
  type Steps = (at: number) => readonly Step[];
  const kinds: Readonly<Record<string, Steps>> = {
    name: () => ['codes'],
    selection: at => ['codes', { by: ['type'], word: `t${at}`, format: 'json' }],
    'outward name': () => [outward, 'codes'],
    'outward selection': at => [outward, 'codes', { by: ['type'], word: `t${at}`, format: 'json' }],
  };
  return Object.entries(kinds).map(([name, steps]) => ({
    name: `tables: ${name} in each item`,
    from: 200,
    rules: ['growth'],
    run: async (size, { meter }) => {
      const codes = Array.from({ length: size }, (_, at) => ({ type: `t${at}` }));
      const own = { codes: [{ type: 't0' }] };
      const outer = () => ({ codes });
      const looking = { reads: new Map(), outer, outside: { outer, meter } };
      for (let at = 0; at < size; at++) find(own, steps(at), looking);
      return { bytes: 20 * size };
    },
  }));
};

/** Shapes of JSON, as items of a list that is read as it comes, and is kept; and one as items of a document that is kept and large. */
const shapes = async (): Promise<Construct[]> => {
  const { readJsonByItems } = await import('../../src/adapters/ehr/json/read-json-by-items.ts');
  const { readJsonList } = await import('../../src/adapters/ehr/json/read-json-list.ts');
  const values = ['{}', '[]', 'null', '0.1', '"a"', '[1]', '{"a":1}', '1.50'];
  const documentOf = (item: string, count: number): Buffer =>
    Buffer.from(`{"list":[${`${item},`.repeat(count)}0]}`);
  const inPieces = async function* (document: Buffer) {
    for (let at = 0; at < document.length; at += 64 * 1024) yield document.subarray(at, at + 64 * 1024);
  };
  const large = JSON.stringify({ a: Array(200).fill({}), b: 'x'.repeat(3000) });
  return [
    ...values.map(
      (value): Construct => ({
        name: `JSON: items of ${value}`,
        from: 25,
        rules: ['growth', 'turn', 'memory'],
        run: async (size, { memory }) => {
          const document = documentOf(`[${Array(200).fill(value).join(',')}]`, size);
          const onKept = (bytes: number) => memory.add(bytes);
          const kept: unknown[] = [];
          for await (const item of readJsonList(inPieces(document), { path: ['list'], memory, onKept }))
            kept.push(item);
          return { bytes: document.length, kept };
        },
      }),
    ),
    {
      name: 'JSON: a large document',
      from: 90,
      rules: ['memory'],
      run: async (size, { memory }) => {
        const document = documentOf(large, size);
        const kept = await readJsonByItems(inPieces(document), {
          member: 'list',
          memory,
          onKept: bytes => memory.add(bytes),
        });
        return { bytes: document.length, kept };
      },
    },
  ];
};

/** A JSON document in which something is there many times: the items of a list, or members with other names. */
const grownJson = (bytes: Uint8Array, steps: readonly (string | number)[], size: number): Buffer => {
  const root: unknown = JSON.parse(Buffer.from(bytes).toString());
  const last = steps.at(-1) ?? '';
  const inner = (here: unknown, step: string | number): unknown =>
    (here as Record<string | number, unknown>)[step];
  const parent = steps.slice(0, -1).reduce(inner, root) as Record<string | number, unknown> | unknown[];
  const value = inner(parent, last);
  const copy = (at: number): unknown => {
    const made = structuredClone(value) as Record<string, Record<string, unknown>>;
    // Records and resources are told apart by their ids.
    for (const one of [made, made?.resource])
      if (typeof one?.id === 'string') Object.assign(one, { id: `${one.id}-${at}` });
    return made;
  };
  if (Array.isArray(parent))
    parent.splice(Number(last), 1, ...Array.from({ length: size }, (_, at) => copy(at)));
  else if (typeof value === 'object' && value !== null)
    for (let at = 0; at < size; at++) Object.assign(value, { [`m${at}`]: 'x' });
  else if (typeof value === 'string') parent[last as never] = value.repeat(size) as never;
  return Buffer.from(JSON.stringify(root));
};

/** Every kind of place of each adapter's right answers. */
const answers = async (): Promise<Construct[]> => {
  const { parsed, prepare, readServed, startAdapter } = await import('../adapters/ehr/contract/damages.ts');
  const { damageHarness: extracts } = await import('../adapters/ehr/extracts/damage-harness.ts');
  const { damageHarness: fhir } = await import('../adapters/ehr/fhir/damage-harness.ts');
  const { damageHarness: rivta } = await import('../adapters/ehr/rivta/damage-harness.ts');
  const { damagesIn } = await import('../adapters/ehr/table/damage-harness.ts');
  const constructs: Construct[] = [];
  for (const [region, harness] of Object.entries({
    extracts,
    fhir,
    rivta,
    'table-json': damagesIn('json'),
    'table-xml': damagesIn('xml'),
  })) {
    const adapter = await startAdapter(harness);
    opened.push(adapter.close);
    for (const kind of Object.keys(harness.kinds) as SourceKind[]) {
      const prepared = await prepare(adapter, kind);
      for (const [request, places] of Object.entries(harness.kinds[kind]?.answers ?? {})) {
        const answer = prepared.answers.find(one => one.request === request);
        if (answer === undefined) continue;
        const document = parsed(harness, answer.bytes);
        const seen = new Set<string>();
        for (const place of document.places) {
          if (seen.has(place.path) || place.steps.length < 2) continue;
          seen.add(place.path);
          const isRecord = places.records?.test(place.path) === true;
          constructs.push({
            name: `${region} ${kind} ${request}: ${place.path}`,
            from: 20,
            rules: isRecord ? ['growth', 'turn'] : ['growth'],
            run: async (size, { memory }) => {
              const bytes =
                harness.format === 'json'
                  ? grownJson(answer.bytes, place.steps, size)
                  : document.edited(
                      Array.from({ length: size }, () => ({ place, change: 'copied' as const })),
                    );
              await readServed(prepared, { [request]: { headers: answer.headers, bytes } }, {
                call: callWith(memory),
              } as never);
              adapter.fake.forget();
              return { bytes: bytes.length };
            },
          });
        }
      }
    }
  }
  return constructs;
};

const opened: (() => Promise<void>)[] = [];
let callWith: (memory: MemoryMeter) => object = () => ({});

/** All constructs. To be called when counting has begun. */
export const allConstructs = async (): Promise<readonly Construct[]> => {
  const { newCall } = await import('../adapters/ehr/calls.ts');
  callWith = memory => ({ ...newCall(), memory });
  const all = [...(await markup()), ...(await paths()), ...(await shapes()), ...(await answers())];
  await nextTurn();
  return all;
};

export const closeAll = async (): Promise<void> => {
  for (const close of opened) await close();
};

// The architecture: which folder may import which (a hexagon). Every rule states its reason.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casesIn } from './support/cases-in.ts';
import { listed } from './support/listed.ts';

type Rule = {
  /** Files that the rule is about: a prefix of their path below src. */
  readonly from: string;
  /** What they may import of src: prefixes of paths. */
  readonly may: readonly string[];
  /** Packages that they may import; `*` for any. */
  readonly packages: readonly string[];
  readonly because: string;
};

const cases = casesIn(import.meta.url);

/** The first rule whose `from` fits a file is the one that holds. */
const rules = cases<Rule>('rules');

/** Files that only main and the root may know. */
const tops = ['process/', 'composition.ts', 'composition/', 'config/'];

type Import = { readonly file: string; readonly target: string; readonly isTypeOnly: boolean };

const pattern = /^(?:import|export)\s+(type\s+)?(?:[^;]*?\s+from\s+)?'([^']+)';/gm;

/** What is loaded where it is needed. */
const dynamic = /\bimport\('([^']+)'\)/g;

const importsOf = (file: string, text: string): Import[] =>
  [
    ...[...text.matchAll(pattern)].map(([, type, specifier = '']) => ({
      specifier,
      isTypeOnly: type !== undefined,
    })),
    ...[...text.matchAll(dynamic)].map(([, specifier = '']) => ({ specifier, isTypeOnly: false })),
  ].map(({ specifier, isTypeOnly }) => ({
    file,
    target: specifier.startsWith('.') ? join(dirname(file), specifier) : specifier,
    isTypeOnly,
  }));

const isLocal = ({ target }: Import) => target.endsWith('.ts');

/** Folders of `adapters/ehr` that belong to no protocol. */
const sharedByProtocols = ['xml', 'json', 'transport', 'translation', 'values'];

/** The protocol whose folder of `adapters/ehr` a file is in. */
const protocolOf = (path: string): string | undefined => {
  const folder = /^adapters\/ehr\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined || sharedByProtocols.includes(folder) ? undefined : folder;
};

const offenceOf = (one: Import): string | undefined => {
  const rule = rules.find(({ from }) => one.file.startsWith(from));
  if (rule === undefined) return `${one.file}: no rule`;
  const words = `${one.file} imports ${one.target}, but ${rule.because}`;
  if (!isLocal(one)) {
    const name = one.target
      .split('/')
      .slice(0, one.target.startsWith('@') ? 2 : 1)
      .join('/');
    const isAllowed = rule.packages.includes('*') || rule.packages.includes(name);
    if (!isAllowed) return words;
    return undefined;
  }
  if (!rule.may.some(path => one.target.startsWith(path))) return words;
  const isTop = tops.some(path => one.target.startsWith(path)) && !one.file.startsWith('config/');
  const mayImportTops = /^(process\/|main\.js$|composition\.ts$|composition\/)/.test(one.file);
  if (isTop && !mayImportTops) return `${one.file} imports a top`;
  const [from, to] = [protocolOf(one.file), protocolOf(one.target)];
  if (from !== undefined && to !== undefined && from !== to) return `${one.file} knows another protocol`;
  if (one.file.startsWith('ports/') && one.target.startsWith('domain/') && !one.isTypeOnly) {
    return `${one.file} imports more than types`;
  }
  return undefined;
};

/** The five rooms beside the core (docs/architecture.md): what they know of each other, nothing of the core but composition/ knows. */
const rooms = [
  'adapters/ehr/rivta/',
  'adapters/ehr/fhir/',
  'adapters/ehr/table/',
  'adapters/ehr/translation/',
  'adapters/access-log/database/',
];

const roomOf = (path: string): string | undefined => rooms.find(room => path.startsWith(room));

/** An import of one of the five rooms from outside of it. The three protocols may know what translations share. */
const entersRoom = ({ file, target }: Import): boolean => {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (to === undefined || to === from || file.startsWith('composition')) return false;
  return !(to === 'adapters/ehr/translation/' && from?.startsWith('adapters/ehr/') === true);
};

/** The rooms of `http`: each imports only those before it. */
const roomsOfHttp = listed('request authentication errors answers load gates operations description server');

const roomIn = (path: string): number => roomsOfHttp.indexOf(/^http\/([^/]+)\//.exec(path)?.[1] ?? '');

/** An import of a room of `http` by one that stands before it, or in a room without a place in the order. */
const isAgainstOrder = ({ file, target }: Import): boolean =>
  file.startsWith('http/') &&
  target.startsWith('http/') &&
  !(roomIn(target) >= 0 && roomIn(target) <= roomIn(file));

/** Import cycles. */
const cyclesIn = (imports: readonly Import[]): string[] => {
  const edges = new Map<string, string[]>();
  for (const { file, target } of imports) edges.set(file, [...(edges.get(file) ?? []), target]);
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) return void found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  return found;
};

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name =>
  /\.[jt]s$/.test(name),
);
const all = files.flatMap(name => importsOf(name, readFileSync(join(source, name), 'utf8')));

const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8');

/** The lines of a room as docs/architecture.md has them: `| [`src/…`](…) | 3,700 | … |`. */
const expectSize = (name: string, isOfRoom: (file: string) => boolean): void => {
  const [, stated = ''] =
    new RegExp(`^\\| \\[\`${name}\`\\]\\(\\S+\\) \\| ([\\d,]+) \\|`, 'm').exec(page) ?? [];
  const lines = files
    .filter(isOfRoom)
    .reduce((sum, file) => sum + readFileSync(join(source, file), 'utf8').split('\n').length, 0);
  const size = Number(stated.replaceAll(',', ''));
  expect([size * 1.25, lines, size * 0.83]).toEqual(
    [size * 1.25, lines, size * 0.83].toSorted((a, b) => b - a),
  );
};

describe('the architecture', () => {
  test('was read: a plausible number of files and imports', () => {
    expect(files.length).toBeGreaterThan(80);
    expect(all.length).toBeGreaterThan(350);
  });

  test('holds', () => {
    expect(all.map(offenceOf).filter(offence => offence !== undefined)).toEqual([]);
  });

  test('has no cycles, not even of types', () => {
    expect(cyclesIn(all.filter(isLocal))).toEqual([]);
  });

  test('nothing of the core but composition/ knows one of the five rooms', () => {
    expect(all.filter(entersRoom)).toEqual([]);
    expect(new Set(all.map(({ target }) => roomOf(target)))).toEqual(new Set([undefined, ...rooms]));
  });

  test.each(rooms.map(room => [`src/${room}`, room]))(
    '%s: the page says its size, within a fifth',
    (name, room) => {
      expectSize(name, file => roomOf(file) === room);
    },
  );

  test('src/: the page says the size of the core, within a fifth', () => {
    expectSize('src/', file => roomOf(file) === undefined);
  });

  test('the rooms of http stand in an order', () => {
    expect(all.filter(isAgainstOrder)).toEqual([]);
  });

  test('src never imports the sandbox, the tests, the tools or the benchmarks', () => {
    expect(all.filter(({ target }) => /^\.\.\//.test(target))).toEqual([]);
  });

  test('the container is known to composition/container.ts alone', () => {
    const packages = ['tsyringe', 'reflect-metadata'];
    const users = all.filter(({ target }) => packages.some(name => target.startsWith(name)));
    expect(users.map(({ file, target }) => `${file}: ${target}`)).toEqual([
      'composition/container.ts: reflect-metadata',
      'composition/container.ts: tsyringe',
    ]);
  });

  test('the files of composition/ are known to the root alone, but for the adapters by their names', () => {
    const users = all.filter(
      ({ file, target }) => target.startsWith('composition/') && !file.startsWith('composition/'),
    );
    expect([...new Set(users.map(({ file }) => file))]).toEqual(['composition.ts', 'process/serve.ts']);
    expect(users.filter(({ file }) => file === 'process/serve.ts').map(({ target }) => target)).toEqual([
      'composition/ehr-adapters.ts',
    ]);
  });

  test('process.env is read in process/serve.ts alone', () => {
    const readers = files.filter(name => /process\.env\b/.test(readFileSync(join(source, name), 'utf8')));
    expect(readers.map(name => relative('.', name))).toEqual(['process/serve.ts']);
  });
});

/** What all command line tools may need of src. */
const neededByAll = ['src/faults/error-code.ts'];

/** What each command line tool needs of src beside that; the others need nothing of it. */
const toolNeeds = cases<Pick<Rule, 'from' | 'may'>>('tools');

const toolOffenceOf = ({ file, target }: Import): string | undefined => {
  if (target.startsWith('node:') || target.startsWith('tools/')) return undefined;
  const own = toolNeeds.find(({ from }) => file.startsWith(from))?.may ?? [];
  return [...neededByAll, ...own].some(path => target.startsWith(path))
    ? undefined
    : `${file} imports ${target}`;
};

describe('the command line tools', () => {
  const root = join(import.meta.dirname, '..');
  const names = readdirSync(join(root, 'tools'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join('tools', name));
  const imports = names.flatMap(name => importsOf(name, readFileSync(join(root, name), 'utf8')));

  test('were read', () => {
    expect(names.length).toBeGreaterThan(4);
    expect(imports.length).toBeGreaterThan(15);
  });

  test('know of the service what they need, and no packages beside it', () => {
    expect(imports.map(toolOffenceOf).filter(offence => offence !== undefined)).toEqual([]);
  });

  test.each([
    ['tools/subscription/commands.ts', "import { compose } from '../../src/composition.ts';"],
    ['tools/subscription/file.ts', "import { buildApp } from '../../src/http/server/app.ts';"],
    ['tools/region/check.ts', "import { request } from 'undici';"],
    ['tools/access-log/commands.ts', "import { listen } from '../../sandbox/listen.ts';"],
  ])('a planted offence is found: %s: %s', (file, line) => {
    const [one] = importsOf(file, line);
    expect(one && toolOffenceOf(one)).toBeTypeOf('string');
  });
});

describe('a planted offence is found', () => {
  const planted: readonly (readonly [file: string, line: string])[] = [
    ['domain/records/contact.ts', "import { readFileSync } from 'node:fs';"],
    ['domain/records/contact.ts', "import type { Caller } from '../model/caller.ts';"],
    ['domain/model/caller.ts', "import { request } from 'undici';"],
    ['domain/model/caller.ts', "import type { Ehr } from '../../ports/ehr.ts';"],
    ['domain/rules/release.ts', "import type { Ehr } from '../../ports/ehr.ts';"],
    [
      'domain/use-cases/transition.ts',
      "import { upstream } from '../../adapters/ehr/transport/upstream.ts';",
    ],
    ['domain/use-cases/transition.ts', "import Fastify from 'fastify';"],
    ['ports/ehr.ts', "import { Failure } from '../domain/model/failure.ts';"],
    ['ports/ehr.ts', "import type { UseCases } from '../domain/use-cases/index.ts';"],
    [
      'adapters/ehr/extracts/kinds.ts',
      "import { operations } from '../../../http/operations/operations.ts';",
    ],
    ['adapters/ehr/extracts/kinds.ts', "import type { UseCases } from '../../../domain/use-cases/index.ts';"],
    ['adapters/ehr/extracts/kinds.ts', "import { rivta } from '../rivta/index.ts';"],
    ['adapters/ehr/xml/decoder.ts', "import { extracts } from '../extracts/index.ts';"],
    ['adapters/ehr/json/read-json.ts', "import { readPage } from '../fhir/wire/bundle.ts';"],
    ['adapters/ehr/transport/upstream.ts', "import { envelope } from '../rivta/soap/request.ts';"],
    [
      'adapters/ehr/translation/names-in-use.ts',
      "import type { Connection } from '../rivta/soap/contract.ts';",
    ],
    ['adapters/ehr/transport/upstream.ts', "import { loadConfiguration } from '../../../config/index.ts';"],
    ['http/server/app.ts', "import { extracts } from '../../adapters/ehr/extracts/index.ts';"],
    ['http/server/app.ts', "import { compose } from '../../composition.ts';"],
    ['http/server/app.ts', "import { assemble } from '../../composition/container.ts';"],
    ['http/server/app.ts', "const { extracts } = await import('../../adapters/ehr/extracts/index.ts');"],
    ['process/serve.ts', "import { assemble } from '../composition/container.ts';"],
    ['config/region/region.ts', "import { extracts } from '../../adapters/ehr/extracts/index.ts';"],
    ['process/serve.ts', "import { buildApp } from '../http/server/app.ts';"],
    ['process/serve.ts', "import { useCases } from '../domain/use-cases/index.ts';"],
    ['http/server/app.ts', "import { openServiceLog } from '../../process/service-log.ts';"],
    ['composition.ts', "import { openServiceLog } from './process/service-log.ts';"],
    ['composition/parts.ts', "import type { ServiceLog } from '../process/service-log.ts';"],
  ];

  test.each(planted)('%s: %s', (file, line) => {
    const [one] = importsOf(file, line);
    expect(one && offenceOf(one)).toBeTypeOf('string');
  });

  test.each([
    ['http/gates/rate.ts', "import { operations } from '../operations/operations.ts';"],
    ['http/request/call.ts', "import { faultOf } from '../errors/faults.ts';"],
    ['http/operations/route.ts', "import type { AppDeps } from '../server/app.ts';"],
    ['http/server/app.ts', "import { one } from '../a-room-without-a-place/one.ts';"],
  ])('a room of http that imports a later one: %s: %s', (file, line) => {
    const [one] = importsOf(file, line);
    expect(one && isAgainstOrder(one)).toBe(true);
  });

  test.each([
    ['adapters/ehr/extracts/documents.ts', "import { htmlText } from '../translation/markup/html.ts';"],
    ['adapters/ehr/xml/free-form.ts', "import type { WordList } from '../translation/words/word-list.ts';"],
    ['adapters/ehr/region.ts', "import { fhir } from './fhir/index.ts';"],
    ['adapters/ehr/readers.ts', "import type { Tables } from './table/tables.ts';"],
    ['adapters/ehr/plain-ehr.ts', "const { rivta } = await import('./rivta/index.ts');"],
    ['adapters/access-log/file.ts', "import type { Column } from './database/columns.ts';"],
    [
      'adapters/access-log/database/log.ts',
      "import { wordList } from '../../ehr/translation/words/word-list.ts';",
    ],
    [
      'adapters/ehr/translation/names-in-use.ts',
      "import type { Element } from '../fhir/elements/element.ts';",
    ],
  ])('the core, or another room, that knows a room: %s: %s', (file, line) => {
    const [one] = importsOf(file, line);
    expect(one && entersRoom(one)).toBe(true);
  });

  test('a cycle', () => {
    const circle = [
      { file: 'a.ts', target: 'b.ts', isTypeOnly: false },
      { file: 'b.ts', target: 'c.ts', isTypeOnly: false },
      { file: 'c.ts', target: 'a.ts', isTypeOnly: false },
    ];
    expect(cyclesIn(circle)).toEqual(['a.ts → b.ts → c.ts → a.ts']);
  });
});

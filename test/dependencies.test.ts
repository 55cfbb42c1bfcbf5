// The packages that the service is built on: each is used at run time, by what it exports, and nothing works around them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const filesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => pattern.test(name))
    .map(name => join(folder, name));

const isCode = /\.[jt]s$/;
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Readonly<
  Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
>;

type Import = { readonly file: string; readonly specifier: string; readonly isTypeOnly: boolean };

const statement = /^(?:import|export)\s+(?:(type)\s+)?(?:([^;']*?)\s+from\s+)?'([^']+)'/gm;
const dynamic = /\bimport\(\s*'([^']+)'/g;

/** Whether every name between the braces is a type, so nothing of the module is used at run time. */
const namesTypesOnly = (clause: string | undefined): boolean => {
  const names = /^\{([^}]*)\}$/.exec(clause ?? '')?.[1]?.split(',') ?? [];
  const written = names.map(name => name.trim()).filter(name => name !== '');
  return written.length > 0 && written.every(name => name.startsWith('type '));
};

const importsIn = (file: string, text: string): Import[] => [
  ...[...text.matchAll(statement)].map(([, type, clause, specifier = '']) => ({
    file,
    specifier,
    isTypeOnly: type !== undefined || namesTypesOnly(clause),
  })),
  ...[...text.matchAll(dynamic)].map(([, specifier = '']) => ({ file, specifier, isTypeOnly: false })),
];

const isPackage = ({ specifier }: Import) => !/^(?:\.|node:)/.test(specifier);

const nameIn = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Whether a package exports a path. Without `exports`, only the package itself is meant to be imported. */
const isExported = (specifier: string): boolean => {
  const name = nameIn(specifier);
  if (specifier === name) return true;
  const path = `./${specifier.slice(name.length + 1)}`;
  const exported = (JSON.parse(read(`node_modules/${name}/package.json`)) as { exports?: object }).exports;
  return Object.keys(exported ?? {}).some(pattern => pattern === path || matchesGlob(path, pattern));
};

/** Whether an import is of types that have no code: a package of `@types`. */
const isOfTypes = ({ specifier, isTypeOnly }: Import): boolean =>
  isTypeOnly && existsSync(join(root, 'node_modules/@types', nameIn(specifier)));

const isInnerFile = (found: Import): boolean =>
  isPackage(found) && !isOfTypes(found) && !isExported(found.specifier);

const sources = filesIn('src', isCode);
const imports = sources.flatMap(file => importsIn(file, read(file)));
const usedAtRunTime = (all: readonly Import[]): ReadonlySet<string> =>
  new Set(
    all.filter(found => isPackage(found) && !found.isTypeOnly).map(({ specifier }) => nameIn(specifier)),
  );

describe('the dependencies', () => {
  test('were read', () => {
    expect(sources.length).toBeGreaterThan(250);
    expect(imports.filter(isPackage).length).toBeGreaterThan(100);
  });

  test('are each used at run time', () => {
    const used = usedAtRunTime(imports);
    expect(Object.keys(dependencies).filter(name => !used.has(name))).toEqual([]);
  });

  test('are all that src uses at run time, but for what formats the log in development', () => {
    const others = [...usedAtRunTime(imports)].filter(name => !(name in dependencies));
    expect(others).toEqual(['pino-pretty']);
    expect(devDependencies).toHaveProperty('pino-pretty');
  });

  test('include the packages that the service is asked to be built on', () => {
    const asked = [
      ...['fastify', '@fastify/jwt', '@fastify/rate-limit', 'typebox', 'fast-xml-parser', 'undici'],
      'tsyringe',
    ];
    expect(asked.filter(name => !(name in dependencies))).toEqual([]);
    expect(devDependencies).toHaveProperty('vitest');
  });

  test.each([
    ["import type { Static } from 'typebox';", []],
    ["import { type Static, type TSchema } from 'typebox';", []],
    ["import { type Static, Type } from 'typebox';", ['typebox']],
    ["import Fastify, { type FastifyInstance } from 'fastify';", ['fastify']],
    ["import 'reflect-metadata';", ['reflect-metadata']],
    ["import {\n  type Agent,\n  request,\n} from 'undici';", ['undici']],
    ["  const { otel } = await import('@opentelemetry/api');", ['@opentelemetry/api']],
    ["import { SignJWT } from 'jose/jwt/sign';", ['jose']],
  ])('%j uses %j at run time', (text, used) => {
    expect([...usedAtRunTime(importsIn('a.ts', text))]).toEqual(used);
  });
});

/** Files that may override private members of a library: saxes.ts, which says why. */
const mayOverride = 'src/adapters/ehr/xml/parsing/saxes.ts';

type Hack = { readonly name: string; readonly pattern: RegExp; readonly except?: string };

const hacks: readonly Hack[] = [
  { name: 'a V8 flag that is set by code', pattern: /setFlagsFromString/ },
  { name: 'a built-in module without an import', pattern: /getBuiltinModule|process\.binding/ },
  { name: 'a link that is not resolved', pattern: /preserve-symlinks/ },
  {
    name: 'a class whose private members are made public',
    pattern: /as unknown as (?:abstract )?new\b/,
    except: mayOverride,
  },
  { name: 'a member that a library marks as its own', pattern: /\w\._[a-z]/ },
  { name: 'a changed prototype', pattern: /\.prototype\b|setPrototypeOf/ },
  { name: 'a path into node_modules', pattern: /['"`/]node_modules\/(?!\.)/ },
];

const hacksIn = (file: string, text: string): string[] =>
  hacks
    .filter(({ pattern, except }) => file !== except && pattern.test(text))
    .map(({ name }) => `${file}: ${name}`);

describe('there are no hacks', () => {
  const files = [
    ...sources,
    ...filesIn('sandbox', isCode),
    ...filesIn('tools', isCode),
    ...filesIn('deploy', /\.(?:service|sh|ya?ml|[jt]s)$|Containerfile$/),
    'package.json',
  ];

  test('in the service, the sandbox, the tools, and how they are started', () => {
    expect(files.flatMap(file => hacksIn(file, read(file)))).toEqual([]);
  });

  test('no file of a package is imported that it does not export', () => {
    const all = files.filter(file => isCode.test(file)).flatMap(file => importsIn(file, read(file)));
    expect(all.filter(isInnerFile)).toEqual([]);
  });

  test('the only override of private members is still there: without it, the exception can go', () => {
    expect(hacksIn('elsewhere.ts', read(mayOverride))).toHaveLength(1);
  });

  test.each([
    "import { setFlagsFromString } from 'node:v8';",
    "const { createServer } = process.getBuiltinModule('node:http');",
    'ExecStart=node --preserve-symlinks src/main.js',
    'const Base = SaxesParser as unknown as new (options: object) => Private;',
    'socket._handle.close();',
    'Agent.prototype.dispatch = dispatch;',
    "const parser = require('../node_modules/undici/lib/llhttp/llhttp.js');",
  ])('a planted one is found: %s', line => {
    expect(hacksIn('src/http/server/app.ts', line)).toHaveLength(1);
  });

  test.each([
    ["import Agent from 'undici/lib/dispatcher/agent.js';", true],
    ["import type { FastifySchemaValidationError } from 'fastify/types/schema.js';", true],
    ["import { IsArray } from 'typebox/build/type/types/array.mjs';", true],
    ["import { Value } from 'typebox/value';", false],
    ["import { SignJWT } from 'jose/jwt/sign';", false],
    ["import type * as R4 from 'fhir/r4.js';", false],
    ["import { request } from 'undici';", false],
  ])('%s: an inner file: %s', (line, isInner) => {
    const [found] = importsIn('src/a.ts', line);
    expect(found && isInnerFile(found)).toBe(isInner);
  });
});

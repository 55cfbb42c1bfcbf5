import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { sourceKinds } from '../../../../src/domain/records/index.ts';
import type { Harness } from './ehr-contract.ts';

type Each = { readonly each: readonly Readonly<Record<string, unknown>>[]; readonly record: unknown };

/** The value with the texts `$name` in it replaced by the values of these names. */
export const filled = (value: unknown, named: Readonly<Record<string, unknown>>): unknown => {
  if (typeof value === 'string') return value.startsWith('$') ? (named[value.slice(1)] ?? value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => filled(item, named));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, named)]));
};

const isEach = (item: unknown): item is Each => typeof item === 'object' && item !== null && 'each' in item;

const itemsOf = (item: unknown): readonly unknown[] =>
  isEach(item) ? item.each.map(named => filled(expanded(item.record), named)) : [expanded(item)];

const expanded = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.flatMap(itemsOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expanded(inner)]));
};

/**
 * The expected records of a harness, written by hand in a YAML file: each kind with its records. An item with `each` and `record`
 * stands for one record for each of the members of `each`, whose values take the places of `$name` in it.
 */
export const expectedIn = (file: URL): Harness['expected'] => {
  const written: object = parse(readFileSync(file, 'utf8'));
  const unknown = Object.keys(written).filter(kind => !sourceKinds.some(one => one === kind));
  if (unknown.length > 0) throw new Error(`${file.pathname} has kinds that do not exist: ${unknown.join()}`);
  return expanded(written) as Harness['expected'];
};

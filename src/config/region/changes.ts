// What differs between two versions of a region profile, and what of it cannot be changed while the service runs.
import { isDeepStrictEqual } from 'node:util';
import { jsonPointer } from '../../domain/model/json.ts';
import type { Region } from './region.ts';
import { isObject } from './system.ts';

/**
 * Members whose change needs a restart. Some decide what is withheld and who is protected, and so does the system that serves the
 * patients: whoever changes these should see the service start with them. The open systems already use the others.
 */
export const fixedMembers: readonly (readonly string[])[] = [
  ['release'],
  ['representProtected'],
  ['systems'],
  ['sources', 'patients'],
  ['timeZone'],
  ['reserveNumbersRoot'],
];

/** Whether a path is at, in or around a member whose change needs a restart. */
const needsRestart = (path: readonly string[]): boolean =>
  fixedMembers.some(member => member.every((name, at) => path[at] === undefined || path[at] === name));

const memberOf = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

const changedPaths = (before: unknown, after: unknown, path: readonly string[]): string[][] => {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [[...path]];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap(name =>
    changedPaths(memberOf(before, name), memberOf(after, name), [...path, name]),
  );
};

/** Systems whose tables have another version, which the profile itself does not show. */
const changedTables = (before: Region, after: Region): string[][] =>
  after.systems
    .filter(({ name, filesVersion }) => {
      const old = before.systems.find(system => system.name === name);
      return old !== undefined && old.filesVersion !== filesVersion;
    })
    .map(({ name }) => ['systems', name, 'tables']);

/** Paths of members (JSON pointers): never their values, which may be secrets. */
export type ProfileChanges = {
  readonly changed: readonly string[];
  /** Those of them that need a restart. */
  readonly needRestart: readonly string[];
};

/** Compares two versions of a profile, with the tables that their systems are read by. */
export const profileChanges = (before: Region, after: Region): ProfileChanges => {
  const written = changedPaths(before.written, after.written, []);
  const paths = [...written, ...changedTables(before, after)];
  const pointers = (some: readonly string[][]) => [...new Set(some.map(jsonPointer))];
  return {
    changed: pointers(paths),
    needRestart: pointers(paths.filter(needsRestart)),
  };
};

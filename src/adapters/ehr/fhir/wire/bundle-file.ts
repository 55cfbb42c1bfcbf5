// Answers searches and reads from a Bundle in a file, to try a translation.
import { unusableAnswer } from '../../../../domain/model/failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../domain/model/json.ts';
import { parseJson } from '../../json/read-json.ts';
import type { FileAnswer } from '../../transport/file-upstream.ts';
import type { UpstreamRequest } from '../../transport/upstream.ts';
import { idOf, isOfType, isResource, objectsIn, type Resource } from '../json/resource.ts';
import type { Entry } from './bundle.ts';

const encoder = new TextEncoder();

const answering = (status: number, body: object): FileAnswer => ({
  status,
  contentType: 'application/fhir+json',
  bytes: encoder.encode(JSON.stringify(body)),
});

/** The answer for a missing resource. */
export const noResource = answering(404, { resourceType: 'OperationOutcome', issue: [] });

/** The resources of a Bundle; any other file is one resource. Those without an id get one. */
const entriesIn = (file: Json): Entry[] => {
  if (!isResource(file)) {
    throw unusableAnswer('ehr-document', 'neither a Bundle nor a resource');
  }
  const entries = isOfType(file, 'Bundle') ? file.entry : [{ resource: file as JsonObject }];
  return objectsIn(entries).flatMap(({ resource, fullUrl }, at): Entry[] => {
    if (!isResource(resource)) return [];
    const named = idOf(resource) === undefined ? { ...resource, id: `entry-${at + 1}` } : resource;
    return [{ resource: named, fullUrl: typeof fullUrl === 'string' ? fullUrl : undefined }];
  });
};

/** Replaces references to entries by their full URL (`urn:uuid:…`) by references by type and id. */
const linked = (value: Json, keys: ReadonlyMap<string, string>): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(item => linked(item, keys));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner = null]) => [
      name,
      name === 'reference' && typeof inner === 'string' ? (keys.get(inner) ?? inner) : linked(inner, keys),
    ]),
  );
};

const resourcesIn = (file: Json): Resource[] => {
  const entries = entriesIn(file);
  const keys = new Map(
    entries.flatMap(({ resource, fullUrl }) =>
      fullUrl === undefined ? [] : [[fullUrl, `${resource.resourceType}/${idOf(resource)}`] as const],
    ),
  );
  return entries.map(({ resource }) => linked(resource, keys) as Resource);
};

/** Whether a Bundle links to a further page. */
const hasNextPage = (file: Json): boolean =>
  isJsonObject(file) && objectsIn(file.link).some(({ relation }) => relation === 'next');

/** The values of a search parameter, without their systems. */
const wordsOf = (written: string): string[] =>
  written.split(',').map(word => word.replace(/^.*(?<!\\)\|/, '').replaceAll(/\\(.)/g, '$1'));

/**
 * Whether a resource matches a parameter. Unknown parameters are ignored, as servers do: the adapter itself checks whose a
 * resource is, and whether it is of the kind.
 */
const isAskedFor = (resource: Resource, [name, written]: readonly [string, string]): boolean => {
  const words = wordsOf(written);
  if (name === '_id') return words.includes(idOf(resource) ?? '');
  if (name === 'identifier')
    return objectsIn((resource as JsonObject).identifier).some(({ value }) => words.includes(String(value)));
  const value = name === 'status' || name === 'intent' ? (resource as JsonObject)[name] : undefined;
  return typeof value !== 'string' || words.includes(value);
};

const searchset = (resources: readonly Resource[], type: string, parameters: URLSearchParams) => {
  const isOfType = (resource: Resource) => resource.resourceType === type;
  const entry = resources
    .filter(
      resource => !isOfType(resource) || [...parameters].every(parameter => isAskedFor(resource, parameter)),
    )
    .map(resource => ({ resource, search: { mode: isOfType(resource) ? 'match' : 'include' } }));
  return answering(200, { resourceType: 'Bundle', type: 'searchset', entry });
};

/**
 * Answers requests from a file. The answers have no further page; `isOnePage` says whether the file itself links to one.
 * @param file a Bundle, or one resource, in JSON.
 * Throws `Failure` `ehr-unusable` if the file is neither.
 */
export const bundleAnswers = (file: Uint8Array) => {
  const bundle = parseJson(file);
  const resources = resourcesIn(bundle);
  const answer = ({ path, body }: UpstreamRequest): FileAnswer => {
    const { pathname, searchParams } = new URL(path, 'http://file');
    const [, type = '', id] = pathname.split('/');
    if (id === undefined || id === '_search') {
      return searchset(resources, type, body === undefined ? searchParams : new URLSearchParams(body));
    }
    const wantedId = decodeURIComponent(id);
    const resource = resources.find(
      candidate => candidate.resourceType === type && idOf(candidate) === wantedId,
    );
    return resource === undefined ? noResource : answering(200, resource);
  };
  return { answer, isOnePage: hasNextPage(bundle) };
};

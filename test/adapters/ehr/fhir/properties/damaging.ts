// Generates damaged resources, as real servers send them and worse: elements that are missing or of another type, partial
// times, absent values, unknown extensions, references in every form, and resources of other patients.
import fc from 'fast-check';
import { listed } from '../../../../support/listed.ts';
import { other } from '../support/connect.ts';
import type { Node } from './data-types.ts';

const absent = (code: string) => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: code }],
});

const isTime = (value: unknown) => typeof value === 'string' && /^\d{4}(-\d\d)*(T|$)/.test(value);

const times = fc.constantFrom(
  ...listed(`
  2026 2026-03 2026-03-29 2026-03-29T02:30:00+01:00 2026-10-25T02:30:00 2026-10-25T00:30:00Z
  2024-02-29T23:59:60Z 2026-02-30 2026-13 2026-01-15T24:00:00Z 0001-01-01T00:00:00Z
  9999-12-31T23:59:59-14:00 2026-01-15T08:30:00.123456789+14:00
`),
  'i går',
  ' ',
);

const references = fc.constantFrom(
  { reference: 'Practitioner/x/_history/2' },
  { reference: 'https://elsewhere.example/fhir/Organization/1' },
  { reference: 'http://127.0.0.1/fhir/Location/1' },
  { reference: 'urn:uuid:00000000-0000-4000-8000-000000000000' },
  { reference: '#nothing' },
  { reference: '' },
  { display: 'Någon' },
  { identifier: { system: 'http://region.example/ids', value: '1' } },
  { type: 'Device', identifier: { value: '2' } },
  {},
);

/** Replacements for a value. */
const replacement = (value: Node): fc.Arbitrary<Node> => {
  if (isTime(value)) return times;
  if (
    typeof value === 'object' &&
    value !== null &&
    'reference' in value &&
    !/^Patient/.test(value.reference)
  )
    return references;
  return fc.constantFrom<Node>(undefined, null, '', 0, 1.5, true, 'text', {}, [], [null], [{}], [[]], {
    text: {},
  });
};

/** Members that identify a resource and its patient, which must stay intact. */
const kept = new Set(listed('resourceType id patient subject participant intent url contained actor'));

type Place = readonly (string | number)[];

const placesIn = (value: Node, here: Place = []): Place[] => {
  if (typeof value !== 'object' || value === null || value.reference === 'Patient/p1') return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = [...here, Array.isArray(value) ? Number(name) : name];
    const inside = placesIn(inner, place);
    return kept.has(name) || /^\d+$/.test(name) ? inside : [place, ...inside];
  });
};

const at = (value: Node, place: Place): Node => place.reduce((found, step) => found?.[step], value);

const withAt = (value: Node, [step, ...rest]: Place, changed: Node): Node => {
  if (step === undefined) return changed;
  if (Array.isArray(value)) return value.with(Number(step), withAt(value[Number(step)], rest, changed));
  const inner = withAt(value[step], rest, changed);
  return { ...value, [step]: inner };
};

/** One change: another value, an absent value, or an unknown extension. */
const damaged = (resource: Node): fc.Arbitrary<Node> => {
  const places = placesIn(resource);
  if (places.length === 0) return fc.constant(resource);
  return fc.constantFrom(...places).chain(place => {
    const value = at(resource, place);
    const parent = place.slice(0, -1);
    const name = String(place.at(-1));
    const { [name]: _, ...others } = at(resource, parent) ?? {};
    return fc.oneof(
      { weight: 4, arbitrary: replacement(value).map(changed => withAt(resource, place, changed)) },
      fc
        .constantFrom('unknown', 'masked')
        .map(code => withAt(resource, parent, { ...others, [`_${name}`]: absent(code) })),
      fc.constant(
        withAt(resource, parent, {
          ...at(resource, parent),
          extension: [
            ...[at(resource, parent)?.extension ?? []].flat(),
            { url: 'http://x.example', valueString: other },
          ],
        }),
      ),
    );
  });
};

/** An included resource of another patient. */
const stranger = {
  resourceType: 'Patient',
  id: 'stranger',
  name: [{ text: 'Främmande Person' }],
  identifier: [{ system: 'http://electronichealth.se/identifier/personnummer', value: other }],
};

/** A resource with some damage, and sometimes with a resource of another patient. */
export const damagedResource = (resource: Node): fc.Arbitrary<Node> =>
  fc.tuple(fc.integer({ min: 0, max: 6 }), fc.boolean()).chain(([count, hasStranger]) => {
    let changed = fc.constant(
      hasStranger ? { ...resource, contained: [...(resource.contained ?? []), stranger] } : resource,
    );
    for (let left = count; left > 0; left--) changed = changed.chain(damaged);
    return changed;
  });

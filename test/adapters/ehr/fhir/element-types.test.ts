// The names of R4's members are checked by the compiler: each of these misspellings must not compile.
import type * as R4 from 'fhir/r4.js';
import { expect, test } from 'vitest';
import { conceptText } from '../../../../src/adapters/ehr/fhir/elements/coded.ts';
import {
  child,
  children,
  countLoss,
  isPresent,
  rootElement,
} from '../../../../src/adapters/ehr/fhir/elements/element.ts';
import { bool, text } from '../../../../src/adapters/ehr/fhir/elements/primitives.ts';
import type { Resource } from '../../../../src/adapters/ehr/fhir/json/resource.ts';

const resource: Resource<R4.Encounter> = {
  resourceType: 'Encounter',
  status: 'finished',
  serviceType: { text: 'Dialys' },
  location: [{ location: { display: 'Rum 1' } }],
};
const root = rootElement(resource);

test('members that R4 defines are read', () => {
  expect(text(root, 'status')).toBe('finished');
  expect(conceptText(root, 'serviceType')).toBe('Dialys');
  const [stay] = children(root, 'location');
  const place = stay === undefined ? undefined : child(stay, 'location');
  expect(place && text(place, 'display')).toBe('Rum 1');
});

test('a misspelt member does not compile, nor one that holds something else', () => {
  // @ts-expect-error: no such member
  expect(text(root, 'statuss')).toBeUndefined();
  // @ts-expect-error: a CodeableConcept, not a text
  expect(text(root, 'serviceType')).toBeUndefined();
  // @ts-expect-error: a text, not a boolean
  expect(bool(root, 'status')).toBeUndefined();
  // @ts-expect-error: a list of CodeableConcepts
  expect(conceptText(root, 'type')).toBeUndefined();
  // @ts-expect-error: no such member
  expect(child(root, 'period_')).toBeUndefined();
  // @ts-expect-error: no such member
  expect(children(root, 'locations')).toEqual([]);
  // @ts-expect-error: no such member
  expect(isPresent(root, 'diagnoses')).toBe(false);
  // @ts-expect-error: no such member
  expect(countLoss(root, 'diagnoses')).toBeUndefined();
  // @ts-expect-error: no such member
  expect(root.node.statuss).toBeUndefined();
  // @ts-expect-error: no such member
  expect(resource.statuss).toBeUndefined();
  for (const stay of children(root, 'location')) {
    // @ts-expect-error: a stay has no name
    expect(text(stay, 'name')).toBeUndefined();
  }
});

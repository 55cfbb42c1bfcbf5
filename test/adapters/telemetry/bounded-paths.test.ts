// Element paths as labels: there is an end to how many there are, whatever an adapter tells.
import { expect, test } from 'vitest';
import { boundedPathLabels } from '../../../src/adapters/telemetry/prometheus-metrics.ts';

test.each([
  ['a path', 'Extract/Patient/PatientName', 'Extract/Patient/PatientName'],
  ['a text of an element', 'Values/Value/$self', 'Values/Value/$self'],
  [
    'names with other letters, a namespace and a mark',
    'v:vårdkontakt/ålder/@enhet',
    'v:vårdkontakt/ålder/@enhet',
  ],
  ['a name that may be data', 'values/…/unit', 'values/…/unit'],
  ['a name of an attribute that may be data', 'unit/@191212121212', 'other'],
  ['a whole record', undefined, ''],
  ['a number', '191212121212', 'other'],
  ['a value', 'Patient/Tolvan Tolvansson', 'other'],
  ['an empty step', 'Patient//Name', 'other'],
  ['something long', 'x'.repeat(257), 'other'],
])('%s', (_, path, label) => {
  expect(boundedPathLabels()(path)).toBe(label);
});

test('beyond a thousand all are one; those before stay', () => {
  const labelOf = boundedPathLabels();
  const labels = Array.from({ length: 1500 }, (_, at) => labelOf(`Extract/Element${at}`));
  expect(new Set(labels).size).toBe(1001);
  expect(labelOf('Extract/Element0')).toBe('Extract/Element0');
  expect(labelOf('Extract/Element1400')).toBe('other');
});

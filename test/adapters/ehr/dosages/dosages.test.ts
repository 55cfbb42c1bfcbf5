// What a patient reads of a dosage, in every region whose adapter makes it: the cases in cases/*.yaml. Expected lines are written by
// hand, so that a clinician can check them.
//
// A case: `case`, a sentence; `rivta`, the dosages as GetMedicationHistory sends them, and `fhir`, as a MedicationRequest does (`$masked`
// is an element whose value is masked, `=2.0` a number with these digits); `reads`, the lines of all dosages, the same in both; `way`,
// what is said once for all dosages; `values`, how many values are counted as lost (by default one for each dosage that is not shown
// whole), and `unmapped`, how many beside them (by default none, if all is shown). Without `reads`, the patient reads the line that a dosage
// cannot be shown whole, and nothing else. Where the case is about them: `doses`, the smallest and the largest quantity of each dose; and
// `published`, all that is published of the dosages. In list.yaml, `form` is the form of the list, and `neighbourOf` the one of which the
// case must not be.
import { readdirSync, readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { forms } from '../../../../src/adapters/ehr/translation/dosage/list.ts';
import { exactNumber } from '../../../../src/domain/model/json.ts';
import type { PrescriptionRecord } from '../../../../src/domain/records/prescription/prescription.ts';
import type { Found } from '../../../../src/ports/ehr.ts';
import { eachLoss } from '../../../support/losses.ts';
import { connect as connectToFhir } from '../fhir/support/connect.ts';
import { answering, bundle, fhirServer, masked } from '../fhir/support/fhir-server.ts';
import { request } from '../fhir/support/prescriptions.ts';
import { readAll } from '../fhir/support/read-all.ts';
import { connect as connectToRivta } from '../rivta/support/connect.ts';
import { answerOf, elementOf, medication } from '../rivta/support/documents.ts';
import { producer } from '../rivta/support/soap-server.ts';
import { incomplete, listCases, pageOf, pageUrl } from './page.ts';

const closed = { additionalProperties: false } as const;
const lines = Type.Array(Type.String());
const Dosages = Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1 });
type Dosages = Static<typeof Dosages>;
/** A number that is the same in both regions, or one for each. */
const Count = Type.Union([
  Type.Integer(),
  Type.Object({ rivta: Type.Optional(Type.Integer()), fhir: Type.Optional(Type.Integer()) }, closed),
]);
const Case = Type.Object(
  {
    case: Type.String({ minLength: 1 }),
    rivta: Type.Optional(Dosages),
    fhir: Type.Optional(Dosages),
    reads: Type.Optional(lines),
    doses: Type.Optional(lines),
    way: Type.Optional(lines),
    published: Type.Optional(Type.Array(Type.Object({}))),
    form: Type.Optional(Type.Integer()),
    neighbourOf: Type.Optional(Type.Integer()),
    product: Type.Optional(Type.String()),
    values: Type.Optional(Count),
    unmapped: Type.Optional(Count),
  },
  closed,
);
const CaseFile = Type.Object({ title: Type.String({ minLength: 1 }), cases: Type.Array(Case) }, closed);

const folder = new URL('cases/', import.meta.url);

/** `=2.0` is a number with these digits. */
const parsed = (text: string): unknown =>
  parse(text, (_, value) => {
    if (typeof value === 'string' && value.startsWith('=')) return exactNumber(value.slice(1));
    return value === '$masked' ? masked : value;
  });

const files = readdirSync(folder).map(name => {
  const file = parsed(readFileSync(new URL(name, folder), 'utf8'));
  Value.Assert(CaseFile, file);
  return { name, ...file, cases: file.cases.map(example => ({ reads: [incomplete], ...example })) };
});

type Region = {
  readonly ignored: readonly string[];
  readonly answer: (dosages: Dosages, product: string) => void;
  readonly read: () => Promise<Found<unknown>[]>;
  readonly close: () => Promise<void>;
};

const rivtaRegion = async (): Promise<Region> => {
  let answer = '';
  const server = await producer(() => answer);
  const connected = connectToRivta(server.url);
  const prescription = 'medicationMedicalRecord/medicationMedicalRecordBody/medicationPrescription';
  return {
    ignored: [`${prescription}/selfMedication`],
    answer: (sent, product) => {
      const document = medication({ id: '1', patient: '191212121212' }, '-');
      const drug = elementOf('unstructuredDrugInformation', { unstructuredInformation: product });
      const written = document.replace(/<c:dosage>.*<\/c:dosage>/, drug + elementOf('dosage', sent));
      answer = answerOf('GetMedicationHistory', [written]);
    },
    read: () => connected.read('prescriptions'),
    close: async () => {
      await connected.close();
      await server.close();
    },
  };
};

const fhirRegion = async (): Promise<Region> => {
  const server = await fhirServer();
  const connected = connectToFhir(`${server.url}/fhir`);
  return {
    ignored: [],
    answer: (sent, product) => {
      const medicine = { medicationCodeableConcept: { text: product } };
      const answer = JSON.stringify(bundle([request({ ...medicine, dosageInstruction: sent })]));
      server.answer = answering({
        '/MedicationRequest': (_, response) =>
          response.writeHead(200, { 'content-type': 'application/fhir+json' }).end(answer),
      });
    },
    read: () => connected.read('prescriptions'),
    close: async () => {
      await connected.close();
      await server.close();
    },
  };
};

const regions = new Map<'rivta' | 'fhir', Region>();

beforeAll(async () => {
  regions.set('rivta', await rivtaRegion());
  regions.set('fhir', await fhirRegion());
});

afterAll(async () => {
  await Promise.all([...regions.values()].map(region => region.close()));
});

const doseText = ({ MinQty: least, MaxQty: most }: { MinQty?: string; MaxQty?: string }): string =>
  least === most ? `${most}` : `${least ?? ''}…${most ?? ''}`;

const readIn = async (name: 'rivta' | 'fhir', sent: Dosages, product = 'Exemplipin') => {
  const region = regions.get(name);
  if (region === undefined) throw new Error(`no region ${name}`);
  region.answer(sent, product);
  const [found, ...others] = await region.read();
  if (found === undefined || others.length > 0) throw new Error(`${others.length} records`);
  const record = found.record as PrescriptionRecord;
  const { PrescriptionDosages, RouteDetail } = record.PrescriptionEHRExtract?.[0]?.Prescription ?? {};
  const plugins = PrescriptionDosages?.DosagePlugin ?? [];
  expect(plugins.map(plugin => Object.keys(plugin))).toEqual(plugins.map(() => ['IX3Dosage']));
  const losses = eachLoss(found.losses).filter(({ path }) => !region.ignored.includes(path));
  const published = plugins.map(plugin => plugin.IX3Dosage ?? {});
  return {
    reads: published.flatMap(({ DosageText }) => DosageText?.split('\n') ?? []),
    doses: published.flatMap(({ DoseInstance }) => (DoseInstance ?? []).map(doseText)),
    published,
    way: [RouteDetail?.name, RouteDetail?.location, RouteDetail?.byWith].filter(word => word !== undefined),
    values: losses.filter(({ reason }) => reason !== 'unmapped').length,
    unmapped: losses.filter(({ reason }) => reason === 'unmapped').length,
  };
};

describe.each(files)('$title', ({ cases }) => {
  test('has each case once', () => {
    expect(new Set(cases.map(({ case: sentence }) => sentence)).size).toBe(cases.length);
  });

  const sent = cases.flatMap(example =>
    (['rivta', 'fhir'] as const).flatMap(region => {
      const dosages = example[region];
      return dosages === undefined ? [] : [{ ...example, region, dosages }];
    }),
  );
  test.each(sent)('$case ($region)', async ({ region, dosages, product, ...expected }) => {
    const { doses, published, unmapped, ...read } = await readIn(region, dosages, product);
    const countOf = (count: Static<typeof Count> | undefined) =>
      typeof count === 'object' ? count[region] : count;
    const notWhole = expected.reads.filter(line => line === incomplete).length;
    expect(read).toEqual({
      reads: expected.reads,
      way: expected.way ?? [],
      values: countOf(expected.values) ?? notWhole,
    });
    const unshown = countOf(expected.unmapped) ?? (notWhole === 0 ? 0 : unmapped);
    expect(unmapped).toBe(unshown);
    if (expected.doses !== undefined) expect(doses).toEqual(expected.doses);
    if (expected.published !== undefined) expect(published).toEqual(expected.published);
  });
});

/** The value with null in place of a member or an item, for each place in it. */
const withNull = (value: unknown): unknown[] => {
  if (Array.isArray(value))
    return value.flatMap((item, at) => [null, ...withNull(item)].map(changed => value.with(at, changed)));
  if (Object.getPrototypeOf(value ?? 1) !== Object.prototype) return [];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    [null, ...withNull(inner)].map(changed => ({ ...(value as object), [name]: changed })),
  );
};

test.each(files)('null in any place of a dosage of FHIR fails no prescription: $title', async ({ cases }) => {
  for (const { fhir } of cases) {
    const all = withNull(fhir).map((dosageInstruction, at) => request({ id: `${at}`, dosageInstruction }));
    expect(await readAll('prescriptions', { '/MedicationRequest': bundle(all) })).toHaveLength(all.length);
  }
});

test.each([
  ['rivta', 'dosageInstruction'],
  ['fhir', 'text'],
] as const)('hundreds of dosages are read, and of more none is shown (%s)', async (region, member) => {
  const dosages = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ [member]: `1 tablett dagligen i ${at + 2} dagar` }));
  const { published, values } = await readIn(region, dosages(250));
  expect([published.length, published.at(-1)?.DosageText, values]).toEqual([
    250,
    '1 tablett dagligen i 251 dagar',
    0,
  ]);
  expect(await readIn(region, dosages(251))).toMatchObject({ reads: [incomplete], values: 251 });
});

describe('the list', () => {
  const cases = files.find(({ name }) => name === 'list.yaml')?.cases ?? [];
  /** What RIV-TA cannot say: ranges of times and meals in general, weekdays, a dose as needed without a time, and dates of a dosage. */
  const notOfRivta = [6, 9, 12, 18];
  /** What FHIR says with several dosages, and not with one. */
  const notOfFhir = [5];

  test.each(forms)('form $number has its examples and its neighbours', ({ number }) => {
    const fitting = cases.filter(({ form }) => form === number);
    expect(fitting.some(({ rivta }) => rivta !== undefined)).toBe(!notOfRivta.includes(number));
    expect(fitting.some(({ fhir }) => fhir !== undefined)).toBe(!notOfFhir.includes(number));
    expect(fitting.flatMap(({ reads }) => reads)).not.toContain(incomplete);
    const neighbours = cases.filter(({ neighbourOf }) => neighbourOf === number);
    expect(neighbours).not.toEqual([]);
    expect(new Set(neighbours.flatMap(({ reads }) => reads))).toEqual(new Set([incomplete]));
  });

  test('is in the order of the page, which is docs/dosages.md', () => {
    expect(forms.map(({ number }) => number)).toEqual([...forms.keys()].map(at => at + 1));
    const numbers = cases.map(({ form, neighbourOf = 0 }) => form ?? neighbourOf);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(readFileSync(pageUrl, 'utf8'), 'run npm run dosages').toBe(pageOf(listCases()));
  });
});

// What a patient reads of a dosage, in every region whose adapter makes it: the cases in cases/*.yaml. Expected lines are written by
// hand, so that a clinician can check them.
//
// A case: `case`, a sentence; `rivta`, the dosages as GetMedicationHistory sends them, and `fhir`, as a MedicationRequest does (`$masked`
// is an element whose value is masked, `=2.0` a number with these digits); `reads`, the lines of all dosages, the same in both; `way`,
// what is said once for all dosages; and `counts`, what is counted as lost below the dosages of a region. Where the case is about them:
// `doses`, the smallest and the largest quantity of each dose; and `published`, all that is published of the dosages.
import { readdirSync, readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exactNumber } from '../../../../src/domain/model/json.ts';
import type { PrescriptionRecord } from '../../../../src/domain/records/prescription/prescription.ts';
import type { Found } from '../../../../src/ports/ehr.ts';
import { connect as connectToFhir } from '../fhir/support/connect.ts';
import { answering, bundle, fhirServer, masked } from '../fhir/support/fhir-server.ts';
import { request } from '../fhir/support/prescriptions.ts';
import { connect as connectToRivta } from '../rivta/support/connect.ts';
import { answerOf, elementOf, medication } from '../rivta/support/documents.ts';
import { producer } from '../rivta/support/soap-server.ts';
import { eachLoss } from '../../../support/losses.ts';

const closed = { additionalProperties: false } as const;
const lines = Type.Array(Type.String());
const Dosages = Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1 });
type Dosages = Static<typeof Dosages>;
const Case = Type.Object(
  {
    case: Type.String({ minLength: 1 }),
    rivta: Type.Optional(Dosages),
    fhir: Type.Optional(Dosages),
    reads: lines,
    doses: Type.Optional(lines),
    way: Type.Optional(lines),
    published: Type.Optional(Type.Array(Type.Object({}))),
    counts: Type.Optional(Type.Object({ rivta: Type.Optional(lines), fhir: Type.Optional(lines) }, closed)),
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
  return file;
});

type Region = {
  readonly below: string;
  readonly ignored: readonly string[];
  readonly answer: (dosages: Dosages) => void;
  readonly read: () => Promise<Found<unknown>[]>;
  readonly close: () => Promise<void>;
};

const rivtaRegion = async (): Promise<Region> => {
  let answer = '';
  const server = await producer(() => answer);
  const connected = connectToRivta(server.url);
  const prescription = 'medicationMedicalRecord/medicationMedicalRecordBody/medicationPrescription';
  return {
    below: `${prescription}/drug/dosage`,
    ignored: [`${prescription}/selfMedication`],
    answer: sent => {
      const document = medication({ id: '1', patient: '191212121212' }, '-');
      const drug = elementOf('unstructuredDrugInformation', { unstructuredInformation: 'Exemplipin' });
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
    below: 'MedicationRequest/dosageInstruction',
    ignored: [],
    answer: sent => {
      const answer = JSON.stringify(bundle([request({ dosageInstruction: sent })]));
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

const readIn = async (name: 'rivta' | 'fhir', sent: Dosages) => {
  const region = regions.get(name);
  if (region === undefined) throw new Error(`no region ${name}`);
  region.answer(sent);
  const [found, ...others] = await region.read();
  if (found === undefined || others.length > 0) throw new Error(`${others.length} records`);
  const record = found.record as PrescriptionRecord;
  const { PrescriptionDosages, RouteDetail } = record.PrescriptionEHRExtract?.[0]?.Prescription ?? {};
  const plugins = PrescriptionDosages?.DosagePlugin ?? [];
  expect(plugins.map(plugin => Object.keys(plugin))).toEqual(plugins.map(() => ['IX3Dosage']));
  const published = plugins.map(plugin => plugin.IX3Dosage ?? {});
  return {
    reads: published.flatMap(({ DosageText }) => DosageText?.split('\n') ?? []),
    doses: published.flatMap(({ DoseInstance }) => (DoseInstance ?? []).map(doseText)),
    published,
    way: [RouteDetail?.name, RouteDetail?.location, RouteDetail?.byWith].filter(word => word !== undefined),
    counts: eachLoss(found.losses)
      .filter(({ path }) => !region.ignored.includes(path))
      .map(({ path, reason }) => `${reason} ${path.replace(region.below, '').replace(/^\//, '')}`.trim()),
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
  test.each(sent)('$case ($region)', async ({ region, dosages, ...expected }) => {
    const { doses, published, ...read } = await readIn(region, dosages);
    expect(read).toEqual({
      reads: expected.reads,
      way: expected.way ?? [],
      counts: expected.counts?.[region] ?? [],
    });
    if (expected.doses !== undefined) expect(doses).toEqual(expected.doses);
    if (expected.published !== undefined) expect(published).toEqual(expected.published);
  });
});

// HL7's official examples (CC0) with the expected records, written by hand. They show structures rather than realistic data:
// their references cannot be resolved. They are not part of the project, like all reference material.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { listed } from '../../../support/listed.ts';
import { withEachLoss } from '../../../support/losses.ts';
import { describeWithReference } from '../../../support/reference.ts';
import { bundle, json, tolvan } from './support/fhir-server.ts';
import { only, openAt, type Read, readAll } from './support/read-all.ts';

type Sample = {
  readonly kind: SourceKind;
  readonly record: object;
  readonly lost: readonly string[];
  readonly unmapped: Readonly<Record<string, number>>;
};
const expected: { readonly samples: Readonly<Record<string, Sample>>; readonly protected: object } = parse(
  readFileSync(new URL('official-samples.yaml', import.meta.url), 'utf8'),
);

describeWithReference('fhir/samples', 'the official samples', folder => {
  // biome-ignore lint/suspicious/noExplicitAny: resources of every type.
  const sample = (name: string): any => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

  /** Reads a sample; the server's patient has the id that the sample refers to. */
  const readSample = async (kind: SourceKind, name: string, own: object = {}): Promise<Read> => {
    const resource = sample(name);
    const id = (resource.subject ?? resource.patient).reference.slice('Patient/'.length);
    return only(
      await readAll(
        kind,
        { '/Patient': bundle([{ ...tolvan(), id }]), [`/${resource.resourceType}`]: bundle([resource]) },
        own,
      ),
    );
  };

  const patientId = { root: '1.2.752.129.2.1.3.1', extension: '191212121212' };
  const ehr_system = { root: '1.2.752.129.2.1.4.1', extension: 'SE2321000016-FHIR' };

  /** How many values are unmapped, by their paths below the resource. */
  const unmappedIn = (losses: readonly string[]) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(losses, loss => loss)).flatMap(([loss, same = []]) => {
        const [, path] = /^unmapped [^/]+\/(.+)$/.exec(loss) ?? [];
        return path === undefined ? [] : [[path, same.length]];
      }),
    );
  const lostIn = (losses: readonly string[]) =>
    losses.filter(loss => !loss.startsWith('unmapped ')).toSorted();

  test.each(Object.entries(expected.samples))('%s', async (name, { kind, record, lost, unmapped }) => {
    const read = await readSample(kind, name);
    expect(read.record).toEqual(record);
    expect(lostIn(read.losses)).toEqual(lost);
    expect(unmappedIn(read.losses)).toEqual(unmapped);
  });

  test('Appointment', async () => {
    const { record, losses } = only(
      await readAll('appointments', {
        '/Patient': bundle([{ ...tolvan(), id: 'example' }]),
        '/Appointment': bundle([sample('Appointment')]),
      }),
    );
    expect(losses).toEqual([]);
    expect(withEachLoss(record.appointments)).toEqual([
      {
        booking: {
          ContactId: 'example',
          StartTime: '2013-12-10 10:00',
          TypedStartDateTime: '2013-12-10T09:00:00Z',
          PerformingUnit: { Name: 'South Wing, second floor' },
          Any: [
            {
              status: 'booked',
              end: '2013-12-10 12:00',
              service: 'General Discussion',
              appointmentType: 'A follow up visit from a previous appointment',
              description: 'Discussion on the results of your recent MRI',
              practitioner: 'Dr Adam Careful',
            },
          ],
        },
        start: '20131210100000',
        state: 'BOOKED',
        payment: 'UNPAID',
        // The place has only a name, so its unit is unknown.
        losses: [
          { path: 'Appointment/participant', reason: 'unreadable', hides: ['unit'] },
          ...listed(`
            serviceCategory serviceCategory serviceCategory specialty specialty specialty reasonReference reasonReference
            priority created comment basedOn participant/required participant/required participant/required
            participant/status participant/status participant/status participant/type participant/type
          `).map(name => ({ path: `Appointment/${name}`, reason: 'unmapped', hides: [] })),
        ],
      },
    ]);
    expect(JSON.stringify(record)).not.toContain('MRI and determine');
  });

  test('a page that links to the next: both are read, and empty included resources add nothing', async () => {
    const page = sample('Bundle__searchset_next_include');
    const second = { ...page.entry[0].resource, id: '3124', medicationReference: { display: 'Exemplipin' } };
    const { read, server } = await openAt(
      {
        '/Patient': bundle([{ ...tolvan(), id: '347' }]),
        '/MedicationRequest': ({ query }, response) =>
          json(response, query.has('page') ? bundle([second]) : page),
      },
      { own: { knownAs: ['https://example.com/base'] } },
    );
    const found = await read('prescriptions');
    const prescription = (id: string, members: object = {}) => ({
      record: {
        XSDVersion: { version: 0.32 },
        PrescriptionEHRExtract: [
          {
            ehr_system,
            Prescription: { rc_id: { extension: `MedicationRequest/${id}` }, ...members },
            Patient: { PatientId: patientId, PatientInternalID: '347', PatientProtectedId: false },
          },
        ],
      },
      losses: [],
    });
    expect(found).toEqual([
      prescription('3123'),
      prescription('3124', { MainProductTreatment: { PrescriptionProductTradeName: 'Exemplipin' } }),
      // Its `total` is 3.
      { record: undefined, losses: [] },
    ]);
    expect(server.received.at(-1)?.query.get('searchId')).toBe('ff15fd40-ff71-4b48-b366-09c706bed9d0');
  });

  test('a Swedish patient with protected identity', async () => {
    const number = '200001252386';
    const { read } = await openAt({ '/Patient': bundle([sample('Patient__Sweden_protected')]) });
    const [found] = await read('patients', { patient: number as never });
    expect(found).toEqual(expected.protected);
  });
});

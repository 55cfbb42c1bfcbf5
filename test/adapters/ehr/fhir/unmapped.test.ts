// What a FHIR server sends and no record has a member for is counted, one for each value (D29, what is left out).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { casesIn } from '../../../support/cases-in.ts';
import { listed } from '../../../support/listed.ts';
import { allergy, appointment, bundle, own, videoLink } from './support/fhir-server.ts';
import { only, readAll } from './support/read-all.ts';

const cases = casesIn(import.meta.url);

const unmappedOf = async (kind: SourceKind, resource: { readonly resourceType: string }) => {
  const { losses } = only(await readAll(kind, { [`/${resource.resourceType}`]: bundle([resource]) }));
  return losses.flatMap(loss => (loss.startsWith('unmapped ') ? [loss.slice('unmapped '.length)] : []));
};

const inAllergy = (members: object) => unmappedOf('attentionSignals', allergy('1', members));

describe('an allergy', () => {
  test.each(cases<[string, object, string[]]>('counted'))('%s', async (_, members, paths) => {
    expect(await inAllergy(members)).toEqual(paths.map(path => `AllergyIntolerance/${path}`));
  });

  test.each(cases<[string, object]>('says nothing'))('%s says nothing', async (_, members) => {
    expect(await inAllergy(members)).toEqual([]);
  });
});

describe('an appointment', () => {
  const participant = [{ actor: own, status: 'accepted' }];
  const members = { participant, priority: 1, comment: 'Ring först.', extension: [videoLink] };

  test('as a booking, which has no member for them', async () => {
    const answers = { '/Appointment': bundle([appointment(members)]) };
    const [booking] = only(await readAll('appointments', answers)).record.appointments;
    expect(booking.losses).toEqual(
      ['participant/status', 'priority', 'comment', 'extension'].map(path => ({
        path: `Appointment/${path}`,
        reason: 'unmapped',
        hides: [],
      })),
    );
  });

  test('as a video meeting', async () => {
    const resource = appointment({ ...members, patientInstruction: 'Ta med legitimation.' });
    expect((await unmappedOf('videoMeetings', resource)).toSorted()).toEqual(
      listed(`
      Appointment/comment Appointment/participant/status Appointment/patientInstruction Appointment/priority
    `),
    );
  });
});

test('every value of an unknown extension counts once', async () => {
  const value = fc.oneof(fc.constant('x'), fc.integer(), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 6 }), async values => {
      const extension = values.map(valueAny => ({ url: 'http://vendor.example/x', valueAny }));
      expect(await inAllergy({ extension })).toHaveLength(values.length);
    }),
    { numRuns: 10 },
  );
});

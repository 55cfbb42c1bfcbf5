// What a FHIR server sends and no record has a member for is counted, one for each value (D29, what is left out).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { allergy, appointment, bundle, own, videoLink } from './support/fhir-server.ts';
import { only, readAll } from './support/read-all.ts';

const unmappedOf = async (kind: SourceKind, resource: { readonly resourceType: string }) => {
  const { losses } = only(await readAll(kind, { [`/${resource.resourceType}`]: bundle([resource]) }));
  return losses.flatMap(loss => (loss.startsWith('unmapped ') ? [loss.slice('unmapped '.length)] : []));
};

const inAllergy = (members: object) => unmappedOf('attentionSignals', allergy('1', members));

describe('an allergy', () => {
  test.each<[string, object, string[]]>([
    [
      'when its onset ended',
      { onsetPeriod: { start: '2026-01-01', end: '2026-02-01' } },
      ['onsetPeriod/end'],
    ],
    [
      'an unknown extension',
      { extension: [{ url: 'http://vendor.example/fasting', valueString: 'Reagerar bara fastande' }] },
      ['extension'],
    ],
    [
      'an unknown extension of a text',
      {
        code: { text: 'Nötter', _text: { extension: [{ url: 'http://vendor.example/x', valueCode: 'y' }] } },
      },
      ['code/_text'],
    ],
    [
      'who wrote the note of a reaction',
      {
        reaction: [
          { manifestation: [{ text: 'Klåda' }], note: [{ text: 'Svår.', authorString: 'Doktor Ett' }] },
        ],
      },
      ['reaction/note/authorString'],
    ],
    [
      'the address and the type of a file in an unknown extension',
      {
        extension: [
          {
            url: 'http://vendor.example/x',
            valueAttachment: { url: 'http://a.example/1', contentType: 'a/b' },
          },
        ],
      },
      ['extension', 'extension'],
    ],
    [
      'two values of one member',
      { identifier: [{ system: 'urn:x', value: '1' }] },
      ['identifier', 'identifier'],
    ],
    ['a member that R4 does not have', { vendorNote: 'Obs' }, ['vendorNote']],
    ['a member whose name may say something', { 'Tolvan Tolvansson 191212121212': 'x' }, ['…']],
  ])('%s', async (_, members, paths) => {
    expect(await inAllergy(members)).toEqual(paths.map(path => `AllergyIntolerance/${path}`));
  });

  test.each<[string, object]>([
    ['an identity of elements', { code: { id: 'c1', text: 'Nötter' } }],
    ['its narrative beside its elements', { text: { status: 'generated', div: '<div>Nötter</div>' } }],
    [
      'bookkeeping',
      { meta: { versionId: '2', lastUpdated: '2026-01-15T08:00:00Z', source: '#x' }, language: 'sv' },
    ],
    [
      'the reason why there is no value',
      {
        _onsetDateTime: {
          extension: [
            { url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' },
          ],
        },
      },
    ],
    ['blank texts and null', { onsetString: ' ', lastOccurrence: null }],
  ])('%s says nothing', async (_, members) => {
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
    expect((await unmappedOf('videoMeetings', resource)).toSorted()).toEqual([
      'Appointment/comment',
      'Appointment/participant/status',
      'Appointment/patientInstruction',
      'Appointment/priority',
    ]);
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

// Words that decide what becomes of a resource: the record says each of them, or counts it (D29). Those that say no more than that the
// record is there read alike, and are listed here with the reason.
import { describe, expect, test } from 'vitest';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import { listed } from '../../../support/listed.ts';
import { newCall } from '../calls.ts';
import { patient } from './support/connect.ts';
import { allergy, appointment, bundle, own, tolvan, videoLink } from './support/fhir-server.ts';
import { request } from './support/prescriptions.ts';
import { openAt } from './support/read-all.ts';

type Decisive = {
  readonly member: string;
  readonly kind: SourceKind;
  readonly resource: (members: object) => object & { readonly resourceType: string };
  /** Word → the value of the member, if it is not the word itself. `absent` stands for no value. */
  readonly words: readonly string[];
  readonly sentAs?: (word: string) => unknown;
  /** Words that read alike, and why that is enough. */
  readonly alike?: readonly (readonly [why: string, ...words: string[]])[];
  /** Members of the profile. */
  readonly profile?: object;
};

const note = (resourceType: string) => (members: object) => ({
  resourceType,
  id: 'n1',
  status: resourceType === 'Composition' ? 'final' : 'current',
  subject: own,
  date: '2026-01-15T10:00:00Z',
  ...(resourceType === 'Composition'
    ? { title: 'Besök', section: [{ title: 'Status', text: { div: '<div>Bra.</div>' } }] }
    : { content: [{ attachment: { contentType: 'text/plain', data: 'VGV4dC4=' } }] }),
  ...members,
});

const allIntents = listed(
  'order original-order reflex-order filler-order instance-order plan proposal option',
);
const isOrder = (intent: string) => intent.endsWith('order');

const coded = (system: string) => (code: string) => ({ coding: [{ system, code }] });

const decisive: readonly Decisive[] = [
  {
    member: 'intent',
    kind: 'prescriptions',
    resource: request,
    words: allIntents,
    alike: [
      ['a prescription, whatever it was made from', ...allIntents.filter(isOrder)],
      ['no prescription: which of them is counted nowhere, that it is one is', 'plan', 'proposal', 'option'],
    ],
    profile: { intents: allIntents },
  },
  {
    member: 'status',
    kind: 'prescriptions',
    resource: request,
    words: listed('active on-hold completed stopped cancelled unknown absent'),
    alike: [
      ['the treatment ended before it was done', 'stopped', 'cancelled'],
      ['R4’s word for not known', 'unknown', 'absent'],
    ],
  },
  {
    member: 'doNotPerform',
    kind: 'prescriptions',
    resource: request,
    words: listed('false absent'),
    sentAs: () => false,
    alike: [['what its absence means', 'false', 'absent']],
  },
  {
    member: 'docStatus',
    kind: 'journalNotes',
    resource: note('DocumentReference'),
    words: listed('preliminary final amended obekant absent'),
    alike: [['what a note without the word is taken for', 'final', 'absent']],
  },
  {
    member: 'status',
    kind: 'journalNotes',
    resource: note('DocumentReference'),
    words: listed('current superseded obekant absent'),
    alike: [['what a note without the word is taken for', 'current', 'absent']],
  },
  {
    member: 'status',
    kind: 'journalNotes',
    resource: note('Composition'),
    words: listed('preliminary final amended obekant absent'),
    alike: [['what a note without the word is taken for', 'final', 'absent']],
  },
  {
    member: 'status',
    kind: 'contacts',
    resource: members => ({ resourceType: 'Encounter', id: 'e1', subject: own, ...members }),
    words: listed('planned arrived triaged in-progress onleave finished cancelled unknown absent'),
  },
  {
    member: 'status',
    kind: 'attentionSignals',
    resource: members => ({
      resourceType: 'Flag',
      id: 'f1',
      subject: own,
      code: { text: 'MRSA' },
      ...members,
    }),
    words: listed('active inactive obekant absent'),
  },
  {
    member: 'clinicalStatus',
    kind: 'attentionSignals',
    resource: members => allergy('1', members),
    words: listed('active inactive resolved obekant absent'),
    sentAs: coded('http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical'),
    alike: [['the warning is not active, whether it may be again or not', 'inactive', 'resolved']],
  },
  {
    member: 'status',
    kind: 'appointments',
    resource: appointment,
    words: listed('pending booked arrived checked-in fulfilled cancelled noshow obekant absent'),
  },
  {
    member: 'status',
    kind: 'videoMeetings',
    resource: members => appointment({ extension: [videoLink], ...members }),
    words: listed('booked pending arrived checked-in fulfilled'),
    alike: [
      [
        'not agreed yet, going on or over: that the status is not shown is counted',
        'pending',
        'arrived',
        'checked-in',
        'fulfilled',
      ],
    ],
  },
  {
    member: 'gender',
    kind: 'patients',
    resource: tolvan,
    words: listed('male female other unknown absent'),
    alike: [['the record’s one word for both', 'other', 'unknown']],
  },
  {
    member: 'active',
    kind: 'patients',
    resource: tolvan,
    words: listed('true false absent'),
    sentAs: word => word === 'true',
    alike: [['what its absence means', 'true', 'absent']],
  },
];

/** Everything that is said of a resource whose member has the value: the record, what is beside it, and what is counted. */
const readWith = async ({ member, kind, resource, profile = {} }: Decisive, value: unknown) => {
  const sent = resource({ [member]: value });
  const { ehr } = await openAt({ [`/${sent.resourceType}`]: bundle([sent]) }, { own: profile });
  const read = ehr[kind] as ((question: object) => AsyncIterable<unknown>) | undefined;
  return JSON.stringify(await Array.fromAsync(read?.({ patient, interval: {}, call: newCall() }) ?? []));
};

describe.each(decisive)('$kind: $member', one => {
  const { words, sentAs = (word: string): unknown => word, alike = [] } = one;

  test('each word reads differently, but for those that are listed', async () => {
    const read = new Map<string, string[]>();
    for (const word of words) {
      const said = await readWith(one, word === 'absent' ? undefined : sentAs(word));
      read.set(said, [...(read.get(said) ?? []), word]);
    }
    const groups = [...read.values()].filter(group => group.length > 1);
    expect(groups.map(group => group.toSorted()).toSorted()).toEqual(
      alike.map(([, ...group]) => group.toSorted()).toSorted(),
    );
  });
});

// One answer of the EHR that a kind needs, as the tests of its damages see it.
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import type { AnswerPlaces, DamageHarness } from './damage-harness.ts';
import { type Prepared, publishRead, readServed, type Served } from './damages.ts';
import type { RightAnswer } from './intercepting-ehr.ts';
import type { Published } from './published.ts';

export type DamagedAnswer = {
  readonly harness: DamageHarness;
  readonly kind: SourceKind;
  readonly request: string;
  readonly places: AnswerPlaces;
  /** Whether it is a further page. A few damages are enough: what reads it is the same as on the first page, or is not called. */
  readonly isFurtherPage: boolean;
  /** The kind, once the adapter runs. */
  prepared(): Prepared;
};

/** The answers of a kind that are damaged: those that the harness names, and the further pages of their lists. */
export const damagedAnswers = (
  harness: DamageHarness,
  kind: SourceKind,
  prepared: () => Prepared,
): readonly DamagedAnswer[] => {
  const named = Object.entries(harness.kinds[kind]?.answers ?? {});
  const names = new Set(named.map(([request]) => request));
  return named.flatMap(([request, places]) => {
    const first = { harness, kind, request, places, isFurtherPage: false, prepared };
    const further = places.pages?.request;
    if (further === undefined || names.has(further)) return [first];
    return [first, { ...first, request: further, isFurtherPage: true }];
  });
};

/** The right answer; of several pages with its name, the first. */
export const rightAnswer = ({ request, prepared }: DamagedAnswer): RightAnswer => {
  const answer = prepared().answers.find(candidate => candidate.request === request);
  if (answer === undefined) throw new Error(`no answer of ${request}`);
  return answer;
};

/** What the service publishes while the fake EHR answers so. Where the adapter quotes an answer in a failure, that is the failure. */
export const publishedWith = async (
  { prepared }: Pick<DamagedAnswer, 'prepared'>,
  served: Served,
): Promise<Published> => {
  const { quotes, ...readings } = await readServed(prepared(), served);
  const published = await publishRead(prepared(), readings);
  return quotes.length === 0
    ? published
    : { ...published, failure: `${published.failure}: ${quotes.join()}` };
};

/** The failure of the service while the fake EHR answers so; otherwise, what it publishes. */
export const failureWith = async (damaged: DamagedAnswer, served: Served): Promise<string> => {
  const { failure, records, leftOut } = await publishedWith(damaged, served);
  return failure ?? `no failure, but ${records.join('\n')} ${JSON.stringify(leftOut)}`;
};

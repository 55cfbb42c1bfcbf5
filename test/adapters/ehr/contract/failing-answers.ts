// Answers of an EHR, or of a proxy in front of it, that do not answer the question, and the failure that each causes (D14, D15).
import type { FailureCode } from '../../../../src/domain/model/failure.ts';
import type { EhrAnswer, RightAnswer } from './intercepting-ehr.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<!doctype html><html><head><title>Fel</title></head><body><p>Något gick fel.</p></body></html>';

type FailingAnswer = readonly [name: string, answer: EhrAnswer, failure: FailureCode];

const statuses: readonly (readonly [status: number, failure: FailureCode])[] = [
  [400, 'ehr-unusable'],
  [401, 'ehr-unusable'],
  [403, 'ehr-unusable'],
  [404, 'ehr-unusable'],
  [409, 'ehr-unusable'],
  [410, 'ehr-unusable'],
  [429, 'ehr-unavailable'],
  [500, 'ehr-unusable'],
  [502, 'ehr-unusable'],
  [503, 'ehr-unavailable'],
  [504, 'ehr-too-slow'],
];

/** What a read of this answer must fail with in each case. */
export const failingAnswers = ({ bytes, headers }: RightAnswer): readonly FailingAnswer[] => [
  ...statuses.map(
    ([status, failure]): FailingAnswer => [
      `${status} of a proxy`,
      { status, headers: html, bytes: page },
      failure,
    ],
  ),
  ...[404, 409, 500].map(
    (status): FailingAnswer => [
      `${status} with the right answer`,
      { status, headers, bytes },
      'ehr-unusable',
    ],
  ),
  ['200 without content', { headers }, 'ehr-unusable'],
  ['204', { status: 204 }, 'ehr-unusable'],
  ['301', { status: 301, headers: { location: '/elsewhere' } }, 'ehr-unusable'],
  ['HTML with 200', { headers: html, bytes: page }, 'ehr-unusable'],
  ['HTML with 200, of the right type', { headers, bytes: page }, 'ehr-unusable'],
  ['a connection that breaks within the answer', { headers, bytes, breaks: 'within' }, 'ehr-unusable'],
  ['a connection that breaks before the status line', { breaks: 'before' }, 'ehr-unavailable'],
];

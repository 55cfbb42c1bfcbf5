// The damages as tests: each answer of the EHR that a read needs, damaged in every way that its tree and its places allow.
// A run tries a part of them, the same in every run; EHR_DAMAGES=all tries all.
import { afterAll, beforeAll, describe } from 'vitest';
import type { SourceKind } from '../../../../src/domain/records/index.ts';
import type { DamageHarness, RunningAdapter } from './damage-harness.ts';
import { damagedAnswers } from './damaged-answer.ts';
import { type Prepared, prepare, startAdapter } from './damages.ts';
import { memoryTests } from './memory-tests.ts';
import { pageTests } from './page-tests.ts';
import { repeatedRecordTests } from './repeated-record-tests.ts';
import { rightAnswerTests } from './right-answer-tests.ts';
import { stateTests } from './state-tests.ts';
import { unusableAnswerTests } from './unusable-answer-tests.ts';
import { valueTests } from './value-tests.ts';

export const damageTests = (harness: DamageHarness): void => {
  describe(`damaged answers: ${harness.name}`, () => {
    let adapter: RunningAdapter;
    beforeAll(async () => {
      adapter = await startAdapter(harness);
    });
    afterAll(() => adapter.close());

    const kinds = Object.keys(harness.kinds) as SourceKind[];
    describe.each(kinds)('%s', kind => {
      let prepared: Prepared;
      beforeAll(async () => {
        prepared = await prepare(adapter, kind);
      });

      const answers = damagedAnswers(harness, kind, () => prepared);
      rightAnswerTests(answers);
      memoryTests(answers);
      for (const [at, damaged] of answers.entries()) {
        describe(damaged.request, () => {
          valueTests(damaged);
          repeatedRecordTests(damaged);
          stateTests(damaged);
          unusableAnswerTests(damaged, kinds.indexOf(kind) + at);
          pageTests(damaged);
        });
      }
    });
  });
};

// Damaged values: each is counted, or seen in the record, and shows nothing that is withheld.
import { expect, test } from 'vitest';
import type { Hidden } from '../../../../src/domain/model/loss.ts';
import type { DamagedKind } from './damage-harness.ts';
import { type DamagedAnswer, rightAnswer } from './damaged-answer.ts';
import { type Damage, damagesOf, judgeDamage, parsed, publishedWithout } from './damages.ts';
import type { Change } from './document.ts';
import { isCritical } from './judge.ts';
import { sampled } from './sample.ts';

/** How many damages of one answer a normal run tries. */
const mostDamages = 150;
const mostOfFurtherPage = 25;

/** Word of a loss → whether the harness says how a rule looks at what it hides. */
const looksAt: Readonly<Record<Hidden, (kind: DamagedKind) => boolean>> = {
  owner: ({ answers }) => Object.values(answers).some(({ decisive }) => decisive !== undefined),
  protection: ({ answers }) =>
    Object.values(answers).some(({ protection, protects }) => (protection ?? protects) !== undefined),
  time: ({ interval }) => interval !== undefined,
  state: ({ answers }) => Object.values(answers).some(({ states }) => states !== undefined),
  unit: ({ rules = [] }) => rules.some(({ withhold }) => withhold.units !== undefined),
  template: ({ rules = [] }) => rules.some(({ withhold }) => withhold.noteTemplates !== undefined),
  keyword: ({ rules = [] }) => rules.some(({ withhold }) => withhold.keywords !== undefined),
  secrecy: ({ rules = [] }) => rules.some(({ withhold }) => withhold.secrecyLevels !== undefined),
  sharing: ({ rules = [] }) => rules.some(({ withhold }) => withhold.unsharedContacts === true),
};

/** One damage of each place by its path, of those that do this to it. */
const onePerPath = (damages: readonly Damage[], wanted: Change): ReadonlyMap<string, Damage> =>
  new Map(
    damages.flatMap(damage =>
      damage.edits.flatMap(({ place, change }) => (change === wanted ? [[place.path, damage] as const] : [])),
    ),
  );

type Tried = { readonly findings: readonly string[]; readonly hidden: ReadonlySet<Hidden> };

const tryDamages = async (damaged: DamagedAnswer): Promise<Tried> => {
  const { harness, places, isFurtherPage } = damaged;
  const prepared = damaged.prepared();
  const answer = rightAnswer(damaged);
  const document = parsed(harness, answer.bytes);
  const most = isFurtherPage ? mostOfFurtherPage : (harness.mostDamages ?? mostDamages);
  const damages = damagesOf(document, places, harness);
  /** What nothing can read, and what is not there: each may be the reason to drop a record when an interval is asked for. */
  const unreadable = onePerPath(damages, 'word');
  const absent = onePerPath(damages, 'removed');
  const takesInterval = prepared.damagedKind.interval !== undefined && !isFurtherPage;
  const isReadTwice = (damage: Damage) =>
    takesInterval && damage.edits.some(({ place }) => unreadable.get(place.path) === damage);
  const tried = sampled(
    damages,
    most,
    damage => isCritical(damage.edits, places, prepared.damagedKind) || isReadTwice(damage),
  );
  const without = publishedWithout(prepared, answer, document);
  const findings: string[] = [];
  const hidden = new Set<Hidden>();
  const judgedOf = async (damage: Damage, inInterval: boolean) => {
    const judged = await judgeDamage(prepared, { answer, places, document, damage, without, inInterval });
    findings.push(...judged.findings);
    return judged;
  };
  for (const damage of tried) {
    const inInterval = isReadTwice(damage);
    const judged = await judgedOf(damage, inInterval);
    for (const word of judged.hidden) hidden.add(word);
    const [lacking] = damage.edits.flatMap(({ place }) => absent.get(place.path) ?? []);
    if (inInterval && judged.hidden.has('time') && lacking !== undefined) await judgedOf(lacking, true);
  }
  return { findings, hidden };
};

export const valueTests = (damaged: DamagedAnswer): void => {
  let tried: Promise<Tried> | undefined;
  /** The damages are tried once for both tests. */
  const once = () => {
    tried ??= tryDamages(damaged);
    return tried;
  };

  test('a damaged value is counted, or seen in the record, and shows nothing that is withheld', async () => {
    const { findings } = await once();
    expect(findings, findings.join('\n')).toEqual([]);
  });

  test('the harness has a rule for whatever a loss hides', async () => {
    const { damagedKind } = damaged.prepared();
    const words = [...(await once()).hidden];
    expect(
      words.filter(word => !looksAt[word](damagedKind) && damagedKind.needsNoRule?.[word] === undefined),
    ).toEqual([]);
  });
};

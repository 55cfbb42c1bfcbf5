// What only the population register knows about the synthetic people: guardians, emigration and deaths.
import { accounts, people } from '../../patients/patients.ts';

/** Why and when a person was deregistered: `AV` deceased, `UV` emigrated. */
export type Deregistration = { readonly cause: 'AV' | 'UV'; readonly day: string };

/** `V` has the guardian, `VF` is the guardian of, `MO` mother, `B` child, `M` married to. */
export type Relation = {
  readonly number: string;
  readonly type: 'V' | 'VF' | 'MO' | 'B' | 'M';
  readonly from?: string;
  readonly to?: string;
  readonly name?: { readonly given: string; readonly family: string };
  readonly gone?: Deregistration;
};

/** Tomas has emigrated; he is not deceased. */
export const registered: ReadonlyMap<string, Deregistration> = new Map([
  [people.empty.number, { cause: 'UV', day: '20240301' }],
]);

const birthday = (number: string, years = 0) => `${Number(number.slice(0, 4)) + years}${number.slice(4, 8)}`;

/** A guardianship lasts from the child's birth to the day on which the child comes of age. */
const custody = (child: string) => ({ from: birthday(child), to: birthday(child, 18) });

const { tolvan, child } = people;

/** Tolvan used to be the child's guardian. His wife has died. */
const more: ReadonlyMap<string, readonly Relation[]> = new Map([
  [
    tolvan.number,
    [
      {
        number: '191408082384',
        type: 'M',
        from: '1940',
        name: { given: 'Tolvina', family: 'Tolvansson' },
        gone: { cause: 'AV', day: '19990101' },
      },
      { number: child.number, type: 'VF', from: '20190715', to: '20220101' },
    ],
  ],
  [child.number, [{ number: tolvan.number, type: 'V', from: '20190715', to: '20220101' }]],
]);

/** An account that can act for a child is the child's guardian and mother. */
export const relationsOf = (number: string): readonly Relation[] => [
  ...(more.get(number) ?? []),
  ...accounts.flatMap(({ patient, actsFor }): readonly Relation[] => {
    if (patient === number) {
      return actsFor.flatMap(of => [
        { number: of, type: 'B' },
        { number: of, type: 'VF', ...custody(of) },
      ]);
    }
    return actsFor.includes(number)
      ? [
          { number: patient, type: 'MO' },
          { number: patient, type: 'V', ...custody(number) },
        ]
      : [];
  }),
];

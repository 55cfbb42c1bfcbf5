// What only the population register knows of the synthetic people: who is whose guardian, who has left, who has died.
import { accounts, people } from '../patients/patients.ts';

/** Why and when someone is no longer registered: `AV` has died, `UV` has moved abroad. */
export type Deregistration = { readonly cause: 'AV' | 'UV'; readonly day: string };

/** `V` has that guardian, `VF` is guardian for, `MO` mother, `B` child, `M` married. */
export type Relation = {
  readonly number: string;
  readonly type: 'V' | 'VF' | 'MO' | 'B' | 'M';
  readonly from?: string;
  readonly to?: string;
  readonly name?: { readonly given: string; readonly family: string };
  readonly gone?: Deregistration;
};

/** Tomas has moved abroad: he is not dead. */
export const registered: ReadonlyMap<string, Deregistration> = new Map([
  [people.empty.number, { cause: 'UV', day: '20240301' }],
]);

const birthday = (number: string, years = 0) => `${Number(number.slice(0, 4)) + years}${number.slice(4, 8)}`;

/** A guardian is one from the child's birth to the day on which it is of age. */
const custody = (child: string) => ({ from: birthday(child), to: birthday(child, 18) });

const { tolvan, child } = people;

/** Tolvan was the child's guardian once, and is so no more; his wife has died. */
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

/** Whoever can sign in and act for a child is its guardian, and so its mother. */
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

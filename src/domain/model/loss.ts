// What an answer lacks compared with what the EHR sent (D29), and what its losses hide from the access rules (D36).
import type { Hidden } from '../records/shared/hiding.ts';

export type { Hidden };

/** Why something that the EHR sent is not in the answer. */
export type LossReason =
  /** A value that could not be read. */
  | 'unreadable'
  /** A further value of a member that holds only one. */
  | 'repeated'
  /** A text longer than the contract allows, cut to the allowed length. */
  | 'cut'
  /** Control characters, which were taken out of the texts of a record (D33). */
  | 'control-characters'
  /** A link, id or number outside the contract's limits, or an item beyond the allowed count. */
  | 'out-of-bounds'
  /** A value that the record has no member for. It affects every answer of that EHR, and is not an error of it. */
  | 'unmapped'
  /** A record of another patient (a security event). */
  | 'foreign'
  /** A record or value that no patient may see: because of the region's release rules, or of a mark in the EHR. */
  | 'withheld'
  /** A file sent along with an answer, such as a MIME attachment. */
  | 'attachment'
  /** The data of a source system behind the EHR that could not be reached. */
  | 'source-unavailable'
  /** Newer data of a source system behind the EHR that could not be reached: the answer has older data instead. */
  | 'source-outdated';

/** A value that the EHR sent and the record lacks. */
export type Loss = {
  /** For people: its element path, in the names of the adapter's protocol or of the published record. No rule reads it. */
  readonly path: string;
  readonly reason: LossReason;
  /**
   * What the access rules cannot tell without the value (D36); empty if none of them needs it. If the owner, protection, unit,
   * template, keyword, secrecy or sharing is hidden, they withhold the record or refuse the request; if a time is, no interval
   * excludes the record; if a state is, it is unknown.
   */
  readonly hides: readonly Hidden[];
  /** How many equal losses it stands for; undefined for one. */
  readonly times?: number | undefined;
};

/** The `times` of so many losses. */
export const timesOf = (count: number): number | undefined => (count === 1 ? undefined : count);

/** Losses, of which equal ones are counted and not listed: an EHR can send millions of them (D32, what a document costs). */
export type LossList = {
  /** In the order in which they were first added. */
  readonly list: readonly Loss[];
  /** Adds a loss, unless it stands for none. */
  add(loss: Loss): void;
};

/** Creates an empty list. */
export const lossList = (): LossList => {
  const list: (Omit<Loss, 'times'> & { times?: number | undefined })[] = [];
  let places: Map<string, number> | undefined;
  return {
    list,
    add(loss) {
      if (loss.times === 0) return;
      places ??= new Map();
      const key = `${loss.reason} ${loss.path} ${loss.hides}`;
      const at = places.get(key);
      const known = at === undefined ? undefined : list[at];
      if (known !== undefined) known.times = (known.times ?? 1) + (loss.times ?? 1);
      else places.set(key, list.push({ ...loss, times: timesOf(loss.times ?? 1) }) - 1);
    },
  };
};

/** Whether one of the losses hides this. A loss that does not say what it hides, hides everything (D36). */
export const hides = (losses: readonly Loss[], fact: Hidden): boolean =>
  losses.some(({ hides: hidden }) => !Array.isArray(hidden) || hidden.includes(fact));

/**
 * Why a record counts as another patient's: it names another one, nobody, something that is not a patient number, or ten digits without
 * the date of birth that tells whose they are.
 */
export type OwnerFault = 'another' | 'missing' | 'no-number' | 'no-birth-date';

/** Something that an answer lacks and that does not belong to any of its records. Each counts as one. */
export type Omission = {
  readonly omitted: Extract<
    LossReason,
    'foreign' | 'attachment' | 'source-unavailable' | 'source-outdated' | 'unmapped'
  >;
  /** The element path of an unmapped value. */
  readonly path?: string;
  /** Of a foreign record, if the adapter tells it: a fault of the region's setup looks different from one of the EHR. */
  readonly ownerFault?: OwnerFault;
};

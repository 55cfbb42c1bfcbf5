// What a record lacks of what the EHR sent (D29).

/** Why something that the EHR sent is not in the answer. */
export type LossReason =
  /** A value that cannot be read. */
  | 'unreadable'
  /** A second value of a member that has one. */
  | 'repeated'
  /** A text that is longer than the contract allows, cut to its bound. */
  | 'cut'
  /** A link, id or number that the contract's bounds forbid, or an item beyond the allowed count. */
  | 'out-of-bounds'
  /** A value that the record has no member for: the same for every answer of that EHR, and no fault of it. */
  | 'unmapped'
  /** A record of another patient (a security event). */
  | 'foreign'
  /** A record or a value that no patient may see: by the region's release rules, or by a mark of the EHR's own. */
  | 'withheld'
  /** A file that came beside an answer, such as a MIME attachment. */
  | 'attachment'
  /** The data of a source system behind the EHR that could not be asked: the EHR itself lacks them. */
  | 'source-unavailable'
  /** What is newer in a source system behind the EHR: it could not be asked, and older data stand in. */
  | 'source-outdated';

/** A value that the EHR sent and that the record lacks, by element path. */
export type Loss = { readonly path: string; readonly reason: LossReason };

/** Something that an answer lacks and that belongs to none of its records. Each counts as one. */
export type Omission = {
  readonly omitted: Extract<LossReason, 'foreign' | 'attachment' | 'source-unavailable' | 'source-outdated'>;
};

// What an answer lacks compared with what the EHR sent (D29).

/** Why something that the EHR sent is not in the answer. */
export type LossReason =
  /** A value that could not be read. */
  | 'unreadable'
  /** A further value of a member that holds only one. */
  | 'repeated'
  /** A text longer than the contract allows, cut to the allowed length. */
  | 'cut'
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

/**
 * A value that the EHR sent and the record lacks, by its element path. The domain's rules read these paths: if a unit, secrecy
 * level, patient or protection flag could not be read, they withhold the record; if a time could not, no interval hides it. For
 * such elements, the path is the published one in the older layout (`Patient/PatientProtectedId`, `CareUnit/UnitID`,
 * `SignalDeletionDate`), whatever the EHR calls them. Any other path may be the EHR's own.
 */
export type Loss = { readonly path: string; readonly reason: LossReason };

/** Something that an answer lacks and that does not belong to any of its records. Each counts as one. */
export type Omission = {
  readonly omitted: Extract<LossReason, 'foreign' | 'attachment' | 'source-unavailable' | 'source-outdated'>;
};

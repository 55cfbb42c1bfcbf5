// Limits of lists (D32, what a document costs).

/** Items of any list of records. */
export const maxItems = 100_000;

/** Items of a list that is held in memory as a whole: bookings or video meetings. */
export const maxListItems = 10_000;

/** Bytes of such a list. */
export const maxListBytes = 8 * 1024 * 1024;

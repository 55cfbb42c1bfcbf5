// Limits of a list that is held in memory as a whole: bookings or video meetings (D32).

export const maxListItems = 10_000;

export const maxListBytes = 8 * 1024 * 1024;

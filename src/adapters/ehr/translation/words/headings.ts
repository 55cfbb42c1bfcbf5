// The kinds of records as headings, where the source has no word for what a record is about (D39, words and not codes).

export const allergyWord = 'Allergi';
export const warningWord = 'Varning';
export const medicineWord = 'Läkemedel';
export const noteWord = 'Anteckning';

// The legal sex of a patient, as the code that records have for it.
import { wordList } from './word-list.ts';

/** KV Kön (1.2.752.129.2.2.1.1), and the letters that systems write in its place. */
export const sexCodes = wordList(['1.2.752.129.2.2.1.1'], {
  0: ['U', 'Okänt'],
  1: ['M', 'Man'],
  2: ['F', 'Kvinna', 'K'],
  9: ['U', 'Ej tillämpligt'],
});

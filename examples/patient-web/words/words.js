// The app's own words, in the language that the user has chosen. All texts of a language are in one file.
import { en } from './en.js';
import { sv } from './sv.js';

const languages = { sv, en };
let current = sv;

/** The words of the current language. */
export const w = () => current;

/** The other language, which the user can switch to. */
export const otherLanguage = () => (current === sv ? en : sv);

/** @param {string | null} code of a language; an unknown one is Swedish, as the records are. */
export const useLanguage = code => {
  current = Object.hasOwn(languages, code ?? '') ? languages[code] : sv;
};

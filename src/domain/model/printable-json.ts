// JSON that is safe to print.

/** JSON.stringify escapes the control characters below the blank itself. */
const plain = /^[ -~]*$/;

/**
 * JSON in which control characters and characters that nobody sees (C1 controls, bidirectional overrides, line separators)
 * are escapes: other parties choose some of the texts, and a terminal or an editor would obey such a character. It parses to
 * the same value.
 */
export const printableJson = (value: object): string => {
  const json = JSON.stringify(value);
  if (plain.test(json)) return json;
  return json.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, character =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
};

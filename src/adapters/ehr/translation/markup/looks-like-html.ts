// Recognizes HTML in a text that should be plain.

/** A tag of HTML, with its name: `<5` and `<b>` differ. */
const tag =
  /<\/?(?:a|abbr|b|big|blockquote|body|br|center|code|col|colgroup|dd|del|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|ins|li|ol|p|pre|s|script|small|span|strike|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul)(?:\s[^<>]*)?\/?>/i;
/** A character reference, with its semicolon. */
const reference = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/i;

/** Whether a text has tags or character references of HTML. As plain text, it would be published with them. */
export const looksLikeHtml = (text: string): boolean =>
  (text.includes('<') && tag.test(text)) || (text.includes('&') && reference.test(text));

// Attachments of an answer (XOP): the value of an element may be in one, which the element `Include` names.
import type { XmlHandler } from '../../xml/events.ts';

/** Namespace of `Include`. */
export const xopInclude = 'http://www.w3.org/2004/08/xop/include';

/** The `Content-ID` that a `cid:` URL names; `''` for anything else. */
const idIn = (href: string): string => {
  try {
    return decodeURIComponent(/^cid:(.*)$/i.exec(href.trim())?.[1] ?? '');
  } catch {
    // Not a URL: it names no attachment.
    return '';
  }
};

/** Stands for a value that is in an attachment. */
const inAttachment = 'in an attachment';

/**
 * Follows the references of one document.
 * @param ids of the attachments; complete when the document has been read.
 */
export const attachmentsOf = (ids: readonly string[]) => {
  const references = new Set<string>();
  return {
    /**
     * The same handler, which hears of no `Include`: the value of the element around one is counted there as one that cannot
     * be read.
     */
    without: (handler: XmlHandler): XmlHandler => {
      /** How many elements deep we are in an `Include`. */
      let depth = 0;
      return {
        open: name => {
          if (depth > 0 || name === 'Include') depth++;
          else handler.open(name);
        },
        attribute: (name, value) => {
          if (depth === 0) handler.attribute(name, value);
          else if (name === 'href') references.add(idIn(value));
        },
        opened: nil => {
          if (depth === 0) return handler.opened(nil);
          handler.skipped?.(inAttachment);
          handler.text(inAttachment);
        },
        text: text => {
          if (depth === 0) handler.text(text);
        },
        skipped: text => handler.skipped?.(text),
        where: () => handler.where?.() ?? '',
        close: () => {
          if (depth > 0) depth--;
          else handler.close();
        },
      };
    },
    /** How many attachments no document refers to, once all has been read. */
    unreferenced: (): number => ids.filter(id => !references.has(id)).length,
  };
};
export type Attachments = ReturnType<typeof attachmentsOf>;

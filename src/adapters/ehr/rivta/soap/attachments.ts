// Attachments of an answer (XOP): an `Include` element says that a value is in an attachment.
import type { NamespaceHandler } from '../../xml/parsing/events.ts';

/** Namespace of `Include`. */
export const xopInclude = 'http://www.w3.org/2004/08/xop/include';

/** The `Content-ID` in a `cid:` URL; `''` for any other URL. */
const idIn = (href: string): string => {
  try {
    return decodeURIComponent(/^cid:(.*)$/i.exec(href.trim())?.[1] ?? '');
  } catch {
    // Not a valid URL, so it does not name an attachment.
    return '';
  }
};

/**
 * Tracks which attachments one document refers to.
 * @param ids the attachments' ids; complete when the document has been read.
 */
export const attachmentsOf = (ids: readonly string[]) => {
  const references = new Set<string>();
  return {
    /**
     * Wraps a handler and hides `Include` elements from it. The value of the element around one is counted as unreadable.
     */
    withoutIncludes: (handler: NamespaceHandler): NamespaceHandler => {
      /** Depth inside an `Include`; 0 outside. */
      let depth = 0;
      return {
        open: name => {
          if (depth > 0 || name === 'Include') depth++;
          else handler.open(name);
        },
        openForeign: name => {
          if (depth > 0) depth++;
          else handler.openForeign(name);
        },
        attribute: (name, value) => {
          if (depth === 0) handler.attribute(name, value);
          else if (name === 'href') references.add(idIn(value));
        },
        opened: nil => {
          if (depth === 0) handler.opened(nil);
          else if (depth === 1) handler.detached?.();
        },
        text: text => {
          if (depth === 0) handler.text(text);
        },
        where: () => handler.where?.() ?? '',
        close: () => {
          if (depth > 0) depth--;
          else handler.close();
        },
      };
    },
    /** How many attachments no document refers to, when everything has been read. */
    unreferenced: (): number => ids.filter(id => !references.has(id)).length,
  };
};

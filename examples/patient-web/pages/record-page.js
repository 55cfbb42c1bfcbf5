// A page of one record, which its key in the URL names.
import { el } from '../dom.js';
import { w } from '../words/words.js';

/**
 * @param {{ kindOf: () => string, path: string, byKey: (json: object[]) => Map<string, object>, nameOf: (record: object) => Node |
 *   string, details: (record: object, context: object) => Node[], isVital?: boolean }} page `kindOf`: the title until the record has
 *   been read; `path`: of the read whose answer has the record.
 */
export const recordPage = ({ kindOf, path, byKey, nameOf, details, isVital }) => ({
  open: (context, key) => {
    const body = context.part({
      isVital,
      load: () => context.read(path),
      draw: ({ json }) => {
        const record = byKey(json).get(key);
        if (record === undefined) return [el('p', {}, w().notFound)];
        context.setTitle(nameOf(record));
        return details(record, context);
      },
    });
    return { title: kindOf(), nodes: [body] };
  },
});

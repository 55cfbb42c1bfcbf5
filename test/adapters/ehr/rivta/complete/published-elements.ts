// The paths of the elements that the published schemas allow in a document, in the notation of elements.ts.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';

type Node = { readonly [name: string]: unknown };
type Schema = { readonly namespace: string; readonly prefixes: Node; readonly root: Node };
/** A part of a schema, and the schema that resolves its names. */
type Part = { readonly node: Node; readonly schema: Schema };

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' });

/** Children with a name, whatever the prefix of the schema language. */
const children = (node: Node, name: string): Node[] =>
  Object.entries(node)
    .filter(([key]) => key.replace(/^\w+:/, '') === name)
    .flatMap(([, value]): Node[] => (Array.isArray(value) ? value : [value as Node]));

const text = (node: Node, attribute: string): string => String(node[`@${attribute}`] ?? '');

/** The name in its namespace: `{urn}name`. */
const expanded = ({ prefixes, namespace }: Schema, written: string): string => {
  const [name = '', prefix] = written.split(':').reverse();
  return `{${prefix === undefined ? namespace : String(prefixes[`@xmlns:${prefix}`])}}${name}`;
};

const schemasIn = (folder: string): Schema[] =>
  globSync('{core_components,interactions}/**/*.xsd', { cwd: folder }).flatMap(file =>
    children(parser.parse(readFileSync(join(folder, file), 'utf8')) as Node, 'schema').map(root => ({
      root,
      prefixes: root,
      namespace: text(root, 'targetNamespace'),
    })),
  );

const globals = (schemas: readonly Schema[], kind: string): ReadonlyMap<string, Part> =>
  new Map(
    schemas.flatMap(schema =>
      children(schema.root, kind).map(node => [
        `{${schema.namespace}}${text(node, 'name')}`,
        { node, schema },
      ]),
    ),
  );

/**
 * Paths below the repeated element of a contract's answer.
 * @param folder of one contract: `core_components`, `interactions`.
 */
export const publishedElements = (folder: string, contract: string, document: string): string[] => {
  const schemas = schemasIn(folder);
  const types = globals(schemas, 'complexType');
  const elements = globals(schemas, 'element');

  const contentOf = ({ node, schema }: Part): Part | undefined => {
    const [inline] = children(node, 'complexType');
    return inline === undefined ? types.get(expanded(schema, text(node, 'type'))) : { node: inline, schema };
  };

  const pathsIn = ({ node, schema }: Part, parent: string): string[] =>
    children(node, 'sequence')
      .flatMap(sequence => children(sequence, 'element'))
      .flatMap(child => {
        const ref = text(child, 'ref');
        const found = ref === '' ? { node: child, schema } : elements.get(expanded(schema, ref));
        if (found === undefined) throw new Error(`${ref} is not published`);
        const path = `${parent}${text(found.node, 'name')}`;
        const content = contentOf(found);
        return [path, ...(content === undefined ? [] : pathsIn(content, `${path}/`))];
      });

  const answers = [...elements].filter(([name]) => name.endsWith(`}${contract}Response`));
  const all = answers.flatMap(([, element]) => {
    const content = contentOf(element);
    return content === undefined ? [] : pathsIn(content, '');
  });
  const prefix = `${document}/`;
  return [...new Set(all.filter(path => path.startsWith(prefix)).map(path => path.slice(prefix.length)))];
};

// What a PromQL query asks for, by Prometheus' own grammar.
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

export type Matcher = { readonly label: string; readonly operator: string; readonly value: string };
export type Selector = { readonly metric: string; readonly matchers: readonly Matcher[] };
export type Query = {
  readonly selectors: readonly Selector[];
  /** Labels that the result has, by its groupings. */
  readonly grouping: readonly string[];
};

const childrenOf = (node: SyntaxNode, name: string): SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  node.cursor().iterate(child => {
    if (child.type.name === name) found.push(child.node);
  });
  return found;
};

/** Reads a query; throws for one that Prometheus would refuse. */
export const readQuery = (query: string): Query => {
  const { topNode } = parser.parse(query);
  const textOf = ({ from, to }: { from: number; to: number }) => query.slice(from, to);
  topNode.cursor().iterate(node => {
    if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${query}`);
  });
  const matcherOf = (node: SyntaxNode): Matcher => {
    const [, label = '', operator = '', value = ''] =
      /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(textOf(node)) ?? [];
    return { label, operator, value };
  };
  return {
    selectors: childrenOf(topNode, 'VectorSelector').map(node => ({
      metric: childrenOf(node, 'Identifier').map(textOf)[0] ?? '',
      matchers: childrenOf(node, 'UnquotedLabelMatcher').map(matcherOf),
    })),
    grouping: childrenOf(topNode, 'GroupingLabels').flatMap(node =>
      childrenOf(node, 'LabelName').map(textOf),
    ),
  };
};

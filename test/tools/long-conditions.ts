import { type Expression, parseSync, Visitor } from 'oxc-parser';

/** The most terms of `&&` and `||`, through negations and parentheses, that one condition may have. */
const mostTerms = 3;

/** Where a file's conditions have more terms: `file:line`. */
export const longConditions = (file: string, source: string): readonly string[] => {
  const inner = new Set<Expression>();
  const found: string[] = [];
  new Visitor({
    LogicalExpression: (node) => {
      if (inner.has(node) || termsOf(node, inner) <= mostTerms) return;
      found.push(`${file}:${source.slice(0, node.start).split('\n').length}`);
    },
  }).visit(parseSync(file, source, { preserveParens: false }).program);
  return found;
};

/** Remembers the parts that are conditions themselves, which are visited later. */
const termsOf = (node: Expression, inner: Set<Expression>): number => {
  if (node.type === 'UnaryExpression' && node.operator === '!') return termsOf(node.argument, inner);
  if (node.type !== 'LogicalExpression' || node.operator === '??') return 1;
  inner.add(node);
  return termsOf(node.left, inner) + termsOf(node.right, inner);
};

import type * as z from 'zod';

/** The first problem in a request body. `path`: `card.exp_month`, split into segments. */
export type BodyProblem = {
  readonly kind: 'missing' | 'unknown' | 'invalid';
  readonly path: readonly string[];
  readonly message: string;
};

export type ReadBody<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: BodyProblem };

/** Checks a decoded body against a schema and names the first problem as a PSP would. */
export const readBody = <T>(schema: z.ZodType<T>, input: unknown): ReadBody<T> => {
  const read = schema.safeParse(input, { reportInput: true });
  if (read.success) return { ok: true, value: read.data };
  const issue = innermost(read.error.issues);
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return {
      ok: false,
      problem: { kind: 'unknown', path: [...path, issue.keys[0] ?? ''], message: issue.message },
    };
  const kind = issue.input === undefined ? 'missing' : 'invalid';
  return { ok: false, problem: { kind, path, message: issue.message } };
};

type Issue = z.core.$ZodIssue;

/** A missing field says more than an unknown one next to it; a union's problem comes from the branch that got furthest. */
const innermost = (issues: readonly Issue[]): Issue => {
  const [first] = issues.toSorted((a, b) => rank(a) - rank(b));
  if (first === undefined) throw new Error('a refused body without an issue');
  if (first.code !== 'invalid_union' || first.errors.length === 0) return first;
  const [branch] = first.errors.toSorted((a, b) => a.length - b.length);
  if (branch === undefined || branch.length === 0) return first;
  const inner = innermost(branch);
  return { ...inner, path: [...first.path, ...inner.path] };
};

const rank = (issue: Issue): number => (issue.code === 'unrecognized_keys' ? 1 : 0);

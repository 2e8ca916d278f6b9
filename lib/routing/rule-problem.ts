import type * as z from 'zod/mini';
import { withoutSecrets } from '../types/without-secrets.ts';

/** A problem with a rule. `param` is the path of the field at fault, for example `overrides[0].when.amount.gte`. */
export type RuleProblem = {
  readonly code: 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown';
  readonly param: string;
  readonly message: string;
};

export type Path = readonly (string | number)[];

export const invalid = (path: Path, message: string): RuleProblem => ({
  code: 'parameter_invalid',
  param: paramOf(path),
  message: withPath(path, message),
});

/**
 * The first problem that a schema found, in the API's terms. `input` is the parsed value, to distinguish a missing field from a wrong one. If
 * `isSecret` is true for a path, the received value is not shown.
 */
export const problemOf = (
  error: z.core.$ZodError,
  input: unknown,
  isSecret: (path: Path) => boolean = () => false,
): RuleProblem => {
  const issue = error.issues[0];
  if (issue === undefined) return invalid([], 'not accepted');
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') {
    const unknown = [...path, withoutSecrets(issue.keys[0] ?? '')];
    return { code: 'parameter_unknown', param: paramOf(unknown), message: withPath(unknown, issue.message) };
  }
  if (issue.code === 'invalid_key') return invalid(path, issue.issues[0]?.message ?? issue.message);
  const received = valueAt(input, path);
  if (received === undefined)
    return {
      code: 'parameter_missing',
      param: paramOf(path),
      message: withPath(path, `missing, ${issue.message}`),
    };
  return invalid(path, isSecret(path) ? issue.message : `${issue.message}, received ${shown(received)}`);
};

const withPath = (path: Path, message: string) =>
  path.length === 0 ? message : `${paramOf(path)}: ${message}`;

/** A path as callers read it: `overrides[0].when.amount.gte`. */
export const paramOf = (path: Path): string =>
  path.reduce<string>((param, step) => {
    if (typeof step === 'number') return `${param}[${step}]`;
    const name = nameOf(step);
    return param === '' ? name : `${param}.${name}`;
  }, '');

const nameOf = (field: string): string => {
  if (field === '') return '""';
  return field.length > 64 ? `${field.slice(0, 64)}…` : field;
};

export const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    input,
  );

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

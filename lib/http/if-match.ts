import { ApiError } from '../types/api-error.ts';

export const etagOf = (version: number): string => `"${version}"`;

/**
 * The version in `If-Match`; undefined without one. Throws `parameter_invalid` for an ETag that is not this service's, and for one that contradicts
 * the version in the body.
 */
export const readIfMatch = (
  headers: Readonly<Record<string, string>>,
  version?: number,
): number | undefined => {
  const header = headers['if-match'];
  if (header === undefined) return undefined;
  const [, digits] = /^"([1-9]\d{0,9})"$/.exec(header.trim()) ?? [];
  if (digits === undefined) throw invalid('expected the ETag of a rule, like "7"');
  if (version !== undefined && version !== Number(digits))
    throw invalid(`version ${digits} contradicts version ${version} in the body`);
  return Number(digits);
};

const invalid = (what: string): ApiError =>
  new ApiError('parameter_invalid', `If-Match: ${what}.`, { param: 'if-match' });

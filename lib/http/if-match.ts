import { ApiError } from '../types/api-error.ts';

/** The strong ETag of a version: `"7"`. */
export const etagOf = (version: number): string => `"${version}"`;

/**
 * The version a caller saw: from `If-Match`, from the body, or undefined if neither names one. Throws `parameter_invalid` for an `If-Match` that is no
 * ETag of ours or that contradicts the body.
 */
export const expectedVersion = (
  headers: Readonly<Record<string, string>>,
  version?: number,
): number | undefined => {
  const header = headers['if-match'];
  if (header === undefined) return version;
  const [, digits] = /^"([1-9]\d{0,9})"$/.exec(header.trim()) ?? [];
  if (digits === undefined) throw invalid('expected the ETag of a rule, as "7"');
  if (version !== undefined && version !== Number(digits))
    throw invalid(`version ${digits} contradicts version ${version} in the body`);
  return Number(digits);
};

const invalid = (what: string): ApiError =>
  new ApiError('parameter_invalid', `If-Match: ${what}.`, { param: 'if-match' });

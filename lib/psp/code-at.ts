import { textAt } from './json.ts';

/** A PSP's own code if it may be stored and shown: letters, digits and underscores, at most 64. Free text reads as undefined. */
export const codeAt = (value: unknown, ...path: readonly (string | number)[]): string | undefined => {
  const code = textAt(value, ...path);
  return code !== undefined && /^\w{1,64}$/.test(code) ? code : undefined;
};

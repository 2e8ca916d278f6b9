import type { CardToken } from './card-token.ts';

const expression = /\{\{\s*([^\s|}]+)\s*\|\s*json:\s*['"]\$\.(\w+)['"]\s*\}\}/g;

/** The text with each expression replaced; or the first token that does not exist, or lacks the requested field. */
export const detokenize = (
  text: string,
  tokens: ReadonlyMap<string, CardToken>,
): { readonly text: string } | { readonly unknown: string } => {
  let unknown: string | undefined;
  const replaced = text.replace(expression, (_, id: string, field: string) => {
    const found = (tokens.get(id)?.data as Readonly<Record<string, unknown>> | undefined)?.[field];
    if (found === undefined) unknown ??= id;
    return String(found);
  });
  return unknown === undefined ? { text: replaced } : { unknown };
};

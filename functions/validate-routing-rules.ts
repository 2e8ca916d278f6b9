import { parseRules } from '../lib/config/rules-document.ts';

/** AppConfig's validator: throws to refuse the document. `content` is the whole document, base64. */
export const handler = async ({ content }: { readonly content: string }): Promise<void> => {
  const validation = parseRules(Buffer.from(content, 'base64').toString('utf8'));
  if (!validation.ok) throw new Error(validation.problem.message);
};

import { type DocumentValidation, validateDocument } from '../routing/validate-document.ts';
import { ApiError } from '../types/api-error.ts';
import type { RuleInForce, RulesDocument } from '../types/routing.ts';
import { isDeleted } from './rule-content.ts';

/** Parses the document as AppConfig stores it. Does not check accounts: a plan skips one that the environment does not have. */
export const parseRules = (content: string): DocumentValidation => {
  try {
    return validateDocument(JSON.parse(content), 'any');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problem: { code: 'parameter_invalid', param: '', message: 'expected JSON' } };
  }
};

/** The smallest limit in AppConfig's documentation for a hosted document. */
const max_bytes = 1_000_000;

/** The document with one rule created, replaced or deleted, as AppConfig stores it. Throws `ApiError` if the whole would be invalid or too large. */
export const documentContent = (rules: RulesDocument['rules'], rule: RuleInForce): string => {
  const { [rule.name]: _, ...others } = rules;
  const document = { rules: isDeleted(rule) ? others : { ...rules, [rule.name]: rule } };
  const validation = validateDocument(document, 'any');
  if (!validation.ok) {
    const { code, message, param } = validation.problem;
    throw new ApiError(code, `With this rule, the rules document would not be valid. ${message}`, { param });
  }
  const content = JSON.stringify(document);
  const bytes = new TextEncoder().encode(content).length;
  if (bytes > max_bytes)
    throw new ApiError(
      'parameter_invalid',
      `overrides: with this rule, all rules together take ${bytes} bytes; the maximum is ${max_bytes}`,
      { param: 'overrides' },
    );
  return content;
};

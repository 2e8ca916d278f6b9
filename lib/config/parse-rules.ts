import { type DocumentValidation, validateDocument } from '../routing/validate-document.ts';

/** The document as AppConfig holds it. Accounts are not looked at: a deployment that lacks one skips it when it plans. */
export const parseRules = (content: string): DocumentValidation => {
  try {
    return validateDocument(JSON.parse(content), 'any');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problem: { code: 'parameter_invalid', param: '', message: 'expected JSON' } };
  }
};

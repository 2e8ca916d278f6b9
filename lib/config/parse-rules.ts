import { type DocumentValidation, validateDocument } from '../routing/validate-document.ts';

/** The document as AppConfig stores it. Accounts are not checked: a deployment without one skips it when it plans. */
export const parseRules = (content: string): DocumentValidation => {
  try {
    return validateDocument(JSON.parse(content), 'any');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problem: { code: 'parameter_invalid', param: '', message: 'expected JSON' } };
  }
};

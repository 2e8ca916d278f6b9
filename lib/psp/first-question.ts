import type { Examination, ExamineAccount, Question } from '../types/examination.ts';

/**
 * The first question that the doctor would put to an account, which asks whether the PSP takes the key; undefined if the account's settings allow none.
 * Harmless enough for every minute: the questions after it are for people.
 */
export const firstQuestion = (
  examine: ExamineAccount,
  examination: Omit<Examination, 'ask' | 'webhook_url' | 'card_capture'>,
): Promise<Question | undefined> =>
  new Promise((resolve, reject) => {
    const ask: Examination['ask'] = (question) => {
      resolve(question);
      // Never answered, so nothing follows.
      return new Promise(() => undefined);
    };
    examine({ ...examination, ask, webhook_url: undefined, card_capture: false }).then(
      () => resolve(undefined),
      reject,
    );
  });

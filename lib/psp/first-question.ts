import type { Examination, ExamineAccount, Question } from '../types/examination.ts';

/**
 * The first call that the doctor would make for an account, which shows whether the PSP accepts the key; undefined if the account's settings allow no
 * call. Harmless enough to run every minute; the later calls are only for people.
 */
export const firstQuestion = (
  examine: ExamineAccount,
  examination: Omit<Examination, 'ask' | 'webhook_url' | 'card_capture'>,
): Promise<Question | undefined> =>
  new Promise((resolve, reject) => {
    const ask: Examination['ask'] = (question) => {
      resolve(question);
      // Never resolves, so no further call follows.
      return new Promise(() => undefined);
    };
    examine({ ...examination, ask, webhook_url: undefined, card_capture: false }).then(
      () => resolve(undefined),
      reject,
    );
  });

import { apiKeyOf } from '../psp/api-key-of.ts';
import { examiners } from '../psp/examiners.ts';
import { findRefusedKey } from '../psp/findings.ts';
import { firstQuestion } from '../psp/first-question.ts';
import { parseJson } from '../psp/json.ts';
import type { ExamineAccount } from '../types/examination.ts';
import type { PspAccount } from '../types/psp-account.ts';
import type { HttpResponse, HttpTransport } from '../types/transport.ts';
import { putQuestion } from './put-question.ts';

const known: Readonly<Record<string, ExamineAccount>> = examiners;

/**
 * Sends one harmless request to the PSP of an account. Undefined if the PSP responds and accepts the key; otherwise what is wrong, without the key.
 * `refused` is called if the PSP refuses the key with 401.
 */
export const insteadOfPsp = async (
  account: PspAccount,
  http: HttpTransport,
  refused: () => void = () => undefined,
): Promise<string | undefined> => {
  const examine = Object.hasOwn(known, account.psp) ? known[account.psp] : undefined;
  if (examine === undefined) return `there is no question for accounts of ${account.psp}`;
  const api_key = await apiKeyOf(account);
  if (api_key === undefined) return 'its key cannot be read';
  const question = await firstQuestion(examine, { account, api_key, year: new Date().getUTCFullYear() });
  if (question === undefined) return 'its settings are not complete';
  const response = await putQuestion(http, account, question);
  if (response.kind === 'answered' && response.status === 401) refused();
  return response.kind === 'answered' ? fault(response) : `does not answer (${response.cause})`;
};

/** A rate limit, or a refusal of anything but the key, shows that the PSP itself responded. A page instead of JSON does not. */
const fault = ({ status, body }: Extract<HttpResponse, { kind: 'answered' }>): string | undefined => {
  const json = parseJson(body);
  if (status === 429) return undefined;
  if (status === 200 && json === undefined) return 'answers 200 without JSON';
  return findRefusedKey({ status, json }, '') && `answers ${status}`;
};

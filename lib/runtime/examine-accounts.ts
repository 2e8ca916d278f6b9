import { examiners } from '../psp/examiners.ts';
import { missing, ok, unseen } from '../psp/findings.ts';
import { parseJson } from '../psp/json.ts';
import type { ExamineAccount, Finding } from '../types/examination.ts';
import type { HttpTransport } from '../types/transport.ts';
import { insteadOfService } from './instead-of-service.ts';
import { putQuestion } from './put-question.ts';
import { createTransport } from './transport.ts';

/** An account as the environment lists it, with the key from its secret, if any. */
export type ExaminedAccount = {
  readonly id: string;
  readonly psp: string;
  readonly base_url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly api_key: string | undefined;
};

export type ExaminedEnvironment = {
  readonly livemode: boolean;
  readonly card_capture: boolean;
  /** The origin that PSPs see; undefined before the first deployment. */
  readonly public_url: string | undefined;
};

/** The clock difference that is allowed: less than a signed webhook's window (300 s). */
const skew_ms = 60_000;

/** Checks at each account's PSP what the account may do, and at the service whether events reach it. Changes nothing. */
export const examineAccounts = async (
  accounts: readonly ExaminedAccount[],
  environment: ExaminedEnvironment,
  http: HttpTransport = createTransport(),
): Promise<readonly Finding[]> => {
  const found = await Promise.all(
    accounts.map(async (account) =>
      (await examine(account, environment, http)).map((finding) => ({
        ...finding,
        says: `${account.id}: ${finding.says}`,
      })),
    ),
  );
  return found.flat();
};

const known: Readonly<Record<string, ExamineAccount>> = examiners;

const examine = async (
  { id, psp, base_url, settings, api_key }: ExaminedAccount,
  { livemode, card_capture, public_url }: ExaminedEnvironment,
  http: HttpTransport,
): Promise<readonly Finding[]> => {
  const examiner = Object.hasOwn(known, psp) ? known[psp] : undefined;
  if (examiner === undefined) return [missing(`there is no check for accounts of ${psp}`)];
  if (api_key === undefined) return [missing('there is no key to ask with')];
  const webhook_url = public_url === undefined ? undefined : `${public_url}/v1/webhooks/${id}`;
  let apart_ms: number | undefined;
  const findings = await examiner({
    account: { psp, base_url, livemode, settings },
    api_key,
    webhook_url,
    card_capture,
    year: new Date().getUTCFullYear(),
    ask: async (question) => {
      const response = await putQuestion(http, { base_url }, question);
      if (response.kind !== 'answered') return { status: 0, json: undefined };
      const date = Date.parse(response.headers.date ?? '');
      if (!Number.isNaN(date)) apart_ms = Math.abs(Date.now() - date);
      return { status: response.status, json: parseJson(response.body) };
    },
  });
  return [...findings, clockFinding(apart_ms), await reachable(webhook_url, http)];
};

const clockFinding = (apart_ms: number | undefined): Finding => {
  if (apart_ms === undefined) return unseen('clock: the PSP reports no time');
  return apart_ms > skew_ms
    ? missing(
        `this clock is ${Math.round(apart_ms / 1000)} s off the PSP's: signed webhooks would be rejected`,
      )
    : ok("this clock agrees with the PSP's");
};

/** An event without a signature is refused. If the refusal is from this service, events reach it. */
const reachable = async (webhook_url: string | undefined, http: HttpTransport): Promise<Finding> => {
  if (webhook_url === undefined) return unseen('events: the service has no address yet');
  const instead = await insteadOfService(webhook_url, http);
  if (instead === undefined) return ok('events reach the service, and one without a signature is refused');
  return missing(`${webhook_url} ${instead}, where the service refuses an event without a signature`);
};

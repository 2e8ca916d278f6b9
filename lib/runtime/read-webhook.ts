import { webhookReaders } from '#webhooks';
import type { ReadWebhook } from '../psp/psp-adapter.ts';
import { requireHttpsIn } from '../psp/require-https.ts';
import type { InboundWebhook, WebhookReading } from '../types/psp.ts';
import { pspAccess } from './psp-access.ts';

/** Reads a webhook of one of the environment's PSP accounts. Separate from `psps`, so that only the function that receives webhooks bundles it. */
export const readWebhook = async (id: string, webhook: InboundWebhook): Promise<WebhookReading> => {
  const access = pspAccess().get(id);
  const read = access && readers[access.account.psp];
  if (!read) throw new Error(`PSP_ACCOUNTS: nothing reads the webhooks of account ${id}`);
  const { account, http, noticingRefusals } = access;
  const reading = await read(account, noticingRefusals(http), webhook);
  return account.livemode ? requireHttpsIn(reading) : reading;
};

const readers: Readonly<Record<string, ReadWebhook>> = webhookReaders;

import type { PspAdapter, ReadWebhook } from '../../lib/psp/psp-adapter.ts';
import * as registry from '../../lib/psp/registry.ts';
import { webhookReaders } from '../../lib/psp/webhook-readers.ts';
import type { InboundWebhook, Psp, WebhookReading } from '../../lib/types/psp.ts';
import type { PspAccount } from '../../lib/types/psp-account.ts';
import type { HttpTransport } from '../../lib/types/transport.ts';

/** A PSP's adapter, and what reads its webhooks. */
export type WholePsp = Psp & { readonly readWebhook: (webhook: InboundWebhook) => Promise<WebhookReading> };

export const wholePsp = (account: PspAccount, http: HttpTransport): WholePsp => {
  const [adapter, read] = [adapters[account.psp], readers[account.psp]];
  if (!adapter || !read) throw new Error(`no adapter ${account.psp}`);
  return { ...adapter.connect(account, http), readWebhook: (webhook) => read(account, http, webhook) };
};

const adapters: Readonly<Record<string, PspAdapter>> = { ...registry };
const readers: Readonly<Record<string, ReadWebhook>> = webhookReaders;

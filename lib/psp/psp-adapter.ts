import type { Capabilities } from '../types/capabilities.ts';
import type { InboundWebhook, Psp, WebhookReading } from '../types/psp.ts';
import type { PspAccount } from '../types/psp-account.ts';
import type { HttpTransport } from '../types/transport.ts';

/** The export of a PSP's folder. `connect` does no I/O: each call reads the account's credentials. */
export type PspAdapter = {
  readonly capabilities: Capabilities;
  /** Whether the decline tables list this code. */
  readonly lists: (code: string) => boolean;
  readonly connect: (account: PspAccount, http: HttpTransport) => Psp;
};

/** The export of its `webhooks.ts`. Verifies the signature over the raw bytes before parsing anything. */
export type ReadWebhook = (
  account: PspAccount,
  http: HttpTransport,
  webhook: InboundWebhook,
) => Promise<WebhookReading>;

import { completeAuthentication } from '../../../lib/payments/confirm/complete-authentication.ts';
import { confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import { operateCharge } from '../../../lib/payments/operations/operate-charge.ts';
import { refundCharge } from '../../../lib/payments/operations/refund-charge.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { everyShard, recoverDue } from '../../../lib/payments/recovery/recover-due.ts';
import { expireSession } from '../../../lib/payments/sessions/expire-session.ts';
import { receiveWebhook } from '../../../lib/payments/webhooks/receive-webhook.ts';
import { defined } from '../../../lib/types/defined.ts';
import type { PspEvent } from '../../../lib/types/psp.ts';
import type { Idempotency, Result } from '../../../lib/types/result.ts';
import { card, cardInVault } from './cards.ts';

/** One invocation of a use-case, as plain data. */
export type Work =
  | {
      readonly kind: 'confirm';
      readonly session: string;
      readonly key?: string;
      readonly body?: string;
      readonly from_vault?: true;
    }
  | { readonly kind: 'complete'; readonly session: string; readonly charge: string }
  | { readonly kind: 'expire'; readonly session: string }
  | {
      readonly kind: 'capture' | 'cancel';
      readonly charge: string;
      readonly amount?: number;
      readonly key?: string;
    }
  | {
      readonly kind: 'refund';
      readonly charge: string;
      readonly id: string;
      readonly amount?: number;
      readonly key?: string;
    }
  | { readonly kind: 'webhook'; readonly psp: string; readonly event: PspEvent; readonly tries: number }
  | { readonly kind: 'recovery' };

/** `name` is the root of every id the process makes. */
export type ProcessSpec = { readonly name: string; readonly work: Work };

const none: ReadonlySet<string> = new Set();

export const run = async (ports: PaymentPorts, work: Work): Promise<Result | undefined> => {
  switch (work.kind) {
    case 'confirm':
      return confirmSession(
        { ...ports, closedPsps: async () => none },
        {
          session: work.session,
          payment_method: work.from_vault ? cardInVault : card,
          return_url: (charge) => `https://pay.example/return/${charge}`,
          ...under(work.key, work.body),
        },
      );
    case 'complete': {
      const { session, charge } = work;
      return { session: await completeAuthentication(ports, { session, charge, params: approved }) };
    }
    case 'expire':
      return expireSession(ports, { session: work.session });
    case 'capture':
    case 'cancel':
      return operateCharge(ports, work.kind, {
        charge: work.charge,
        ...defined({ amount: work.amount }),
        ...under(work.key),
      });
    case 'refund':
      return refundCharge(ports, {
        id: work.id,
        charge: work.charge,
        metadata: {},
        ...defined({ amount: work.amount }),
        ...under(work.key),
      });
    case 'webhook':
      await receiveWebhook(ports, work.psp, async () => ({ ok: true, events: [work.event] }));
      return undefined;
    case 'recovery':
      await recoverDue(ports, everyShard(ports));
      return undefined;
    default:
      return work satisfies never;
  }
};

const approved = { result: 'approved' };

const under = (key: string | undefined, hash = 'body'): { readonly idempotency?: Idempotency } =>
  key === undefined ? {} : { idempotency: { key, hash, view: 'full' } };

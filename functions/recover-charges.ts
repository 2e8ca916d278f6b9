import type { Context } from 'aws-lambda';
import { clock } from '../lib/edge/clock.ts';
import { publicUrl } from '../lib/edge/environment.ts';
import { newId } from '../lib/edge/new-id.ts';
import { paymentPorts } from '../lib/edge/payment-ports.ts';
import { report } from '../lib/edge/report.ts';
import { createRenderer } from '../lib/http/renderer.ts';
import { recoverCharge } from '../lib/payments/recovery/recover-charge.ts';
import { recoverDue } from '../lib/payments/recovery/recover-due.ts';

/** Runs on a schedule. With `{"charge":"ch_…"}` it looks at that one charge now, due or not. */
export const handler = async (event: { readonly charge?: string }, context: Context): Promise<unknown> => {
  const request_id = newId('req');
  const ports = paymentPorts({
    request_id,
    deadline: clock.now() + context.getRemainingTimeInMillis(),
    report: (entry) => report({ request_id, route: 'recover-charges', ...entry }),
    render: createRenderer({ now: clock.now, request_id, docs_url: `${publicUrl()}/docs/errors` }),
  });
  return typeof event.charge === 'string'
    ? { [event.charge]: await recoverCharge(ports, event.charge, { at_once: true }) }
    : recoverDue(ports);
};

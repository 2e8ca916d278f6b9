import { cardCapture, livemode, publicUrl, requireVariable } from '../../lib/runtime/environment.ts';
import { log } from '../../lib/runtime/log.ts';
import { vaultSettings } from '../../lib/runtime/vault-settings.ts';
import { smokePayment } from '../probes/smoke-payment.ts';
import { readSyntheticKey } from '../probes/synthetic-key.ts';

/** Pays like any customer, through the public origin. Only successful payments are counted, and the alarm rings after too long without one. */
export const handler = async (): Promise<void> => {
  const begun = Date.now();
  try {
    const parameter = requireVariable('SYNTHETIC_KEY');
    const key = await readSyntheticKey(parameter);
    if (key === undefined) throw new Error(`the parameter ${parameter} does not exist`);
    const vault = vaultSettings();
    const takes = {
      mode: livemode() ? 'live' : 'test',
      card_capture: cardCapture() ? 'on' : 'off',
      ...(vault && { vault }),
    } as const;
    const says = await smokePayment(takes, publicUrl(), key);
    log({ event: 'synthetic_payment', says, took_ms: Date.now() - begun });
  } catch (error) {
    log({ event: 'synthetic_payment_failed', says: error instanceof Error ? error.message : 'no error' });
  }
};

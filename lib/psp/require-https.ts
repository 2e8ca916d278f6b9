import type { AnyMethodPsp, LookUpResult, WebhookReading } from '../types/psp.ts';

/**
 * The PSP in live mode, where a customer is only sent to https. With any other URL, a payment that waits for its customer has not certainly failed:
 * its outcome is unknown, so it is looked up, and in the end a person decides.
 */
export const requireHttps = (psp: AnyMethodPsp): AnyMethodPsp => {
  const { lookUp, cancelByReference } = psp;
  return {
    ...psp,
    authorize: async (attempt, request, call) => checkUrl(await psp.authorize(attempt, request, call)),
    completeAuthentication: async (attempt, params, call) =>
      checkUrl(await psp.completeAuthentication(attempt, params, call)),
    ...(lookUp && { lookUp: async (attempt, call) => checkUrl(await lookUp(attempt, call)) }),
    ...(cancelByReference && {
      cancelByReference: async (attempt, call) => {
        const result = await cancelByReference(attempt, call);
        return result.outcome === 'fencing' ? result : checkUrl(result);
      },
    }),
  };
};

/** The same for what a webhook says. */
export const requireHttpsIn = (reading: WebhookReading): WebhookReading => {
  if (!reading.ok) return reading;
  const events = reading.events.map((event) =>
    event.claim.about === 'authorization'
      ? { ...event, claim: { ...event.claim, result: checkUrl(event.claim.result) } }
      : event,
  );
  return { ok: true, events };
};

const checkUrl = <Result extends LookUpResult>(result: Result): Result | Unreadable =>
  result.outcome !== 'requires_action' || isHttps(result.redirect_url)
    ? result
    : { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference: result.psp_reference };

type Unreadable = {
  readonly outcome: 'unknown';
  readonly doubt: 'unreadable_answer';
  readonly psp_reference: string;
};

const isHttps = (url: string): boolean => URL.parse(url)?.protocol === 'https:';

import type { ConfirmPorts } from './confirm-session.ts';
import type { Exchange, ServiceRequest } from './exchange.ts';

const tries = 3;
const pause_ms = 1_000;

/** Sends a request again while no answer comes, or one that says that asking again may help. */
export const insist = async (
  { exchange, sleep }: Pick<ConfirmPorts, 'exchange' | 'sleep'>,
  request: ServiceRequest,
): Promise<Exchange> => {
  for (let left = tries; ; left--) {
    const response = await exchange(request);
    const passes = response === 'lost' || (response.status >= 500 && response.should_retry);
    if (!passes || left <= 1) return response;
    await sleep(pause_ms);
  }
};

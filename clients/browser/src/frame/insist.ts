import type { ConfirmPorts } from './confirm-session.ts';
import type { Exchange, ServiceRequest } from './exchange.ts';

const pause_ms = 1_000;

/** Sends a request again, up to twice, while no answer comes, or one that says that asking again may help. */
export const insist = async (
  ports: Pick<ConfirmPorts, 'exchange' | 'sleep'>,
  request: ServiceRequest,
  again = 2,
): Promise<Exchange> => {
  const response = await ports.exchange(request);
  const passes = response === 'lost' || (response.status >= 500 && response.should_retry);
  if (!passes || !again) return response;
  await ports.sleep(pause_ms);
  return insist(ports, request, again - 1);
};

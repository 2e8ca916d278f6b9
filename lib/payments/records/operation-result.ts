import { declineMessage } from '../../charge/decline-message.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import { isUnderWay } from '../../types/charge-state.ts';
import type { Result } from '../../types/result.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { asWritten } from './change-charge.ts';

/** The charge, about to be written, with a stored response for its ended captures and cancels; with `open`, also for one under way. */
export const withOperationResponses = (
  ports: Pick<PaymentPorts, 'render'>,
  charge: Charge,
  { open }: { readonly open: boolean },
): Charge => {
  let kept = charge;
  for (const kind of ['capture', 'cancel'] as const) {
    const operation = kept[kind];
    if (!operation?.remembered || operation.remembered.answer) continue;
    if (isUnderWay(operation) && !open) continue;
    const { remembered } = operation;
    const response = ports.render(operationResult(asWritten(kept), kind), remembered.view);
    kept = { ...kept, [kind]: { ...operation, remembered: { ...remembered, answer: response } } };
  }
  return kept;
};

/** The current response for the charge's last capture or cancel. */
export const operationResult = (
  charge: Charge,
  kind: 'capture' | 'cancel',
): Exclude<Result, { readonly replay: unknown }> => {
  const operation = charge[kind];
  if (operation?.status !== 'failed') return { charge };
  const { reason, code } = operation.failure ?? { reason: 'processor_error' as const, code: undefined };
  switch (reason) {
    case 'not_sent':
    case 'psp_unavailable':
    case 'rate_limited':
      return { error: new ApiError('psp_unavailable', declineMessage(reason), { decline_code: reason }) };
    default:
      return {
        error: new ApiError(
          'charge_operation_refused',
          `The payment provider refused (${code ?? reason}). The charge is ${charge.status}${
            charge.amount_captured > 0 ? `, ${charge.amount_captured} captured` : ''
          }.`,
          { param: 'charge', decline_code: reason },
        ),
      };
  }
};

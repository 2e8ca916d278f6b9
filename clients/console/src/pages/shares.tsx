import type { RoutingTarget } from '../../../server/src/generated/api-types.ts';
import { percent } from '../format.ts';
import { pspName } from '../psp-name.ts';
import { words } from '../words/words.ts';

/** Weights as what they mean: the share of the payments. */
export const Shares = ({ targets }: { readonly targets: readonly RoutingTarget[] }) => {
  const sum = targets.reduce((total, { weight }) => total + weight, 0);
  return (
    <ul class="shares">
      {targets.map(({ psp, weight }) => {
        const share = sum === 0 ? 0 : weight / sum;
        return (
          <li key={psp}>
            <span>{pspName(psp)}</span>
            <span class="bar" aria-hidden="true">
              <span style={{ width: `${share * 100}%` }} />
            </span>
            <span class="note">{weight === 0 ? words.value.routing.failoverOnly : percent(share)}</span>
          </li>
        );
      })}
    </ul>
  );
};

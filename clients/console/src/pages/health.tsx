import type { HealthStratum } from '../../../server/src/generated/api-types.ts';
import { count, percent, shortTime } from '../format.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { words } from '../words/words.ts';

const tones: Readonly<Record<HealthStratum['state'], Tone>> = {
  healthy: 'good',
  suspect: 'waiting',
  sick: 'bad',
  recovering: 'waiting',
};

/** How a PSP is doing in each currency, in an operator's words. */
export const Health = ({ strata }: { readonly strata: readonly HealthStratum[] }) => {
  const { health } = words.value;
  const known = strata.filter(({ state, interval }) => state !== 'healthy' || !isVague(interval));
  if (known.length === 0) return <p class="note">{health.unknown}</p>;
  return (
    <ul class="health">
      {known.map((stratum) => (
        <li key={stratum.currency}>
          <div>
            <Badge tone={tones[stratum.state]}>{health.states[stratum.state]}</Badge>{' '}
            <strong>{stratum.currency === null ? health.rare : stratum.currency.toUpperCase()}</strong>
          </div>
          <p class="note">{sentence(stratum)}</p>
        </li>
      ))}
    </ul>
  );
};

const sentence = ({ signal, rate, baseline, n, weight_factor, until, state }: HealthStratum): string => {
  const { health } = words.value;
  const rates = health[signal](percent(rate), percent(baseline));
  if (state === 'healthy') return rates;
  const steered = health.keeps(percent(weight_factor, 0), until === null ? null : shortTime(until * 1000));
  return `${rates} ${health.outcomes(count(n))}${weight_factor < 1 ? ` ${steered}` : ''}`;
};

/** So few payments may as well be much better or worse than they look. */
const isVague = ([low, high]: readonly number[]): boolean => (high ?? 1) - (low ?? 0) > 0.3;

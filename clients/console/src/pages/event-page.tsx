import type { Event } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { may } from '../caller.ts';
import { address } from '../place.ts';
import { Action } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Copied } from '../ui/copied.tsx';
import { Facts } from '../ui/facts.tsx';
import { Link } from '../ui/link.tsx';
import { Reading } from '../ui/reading.tsx';
import { Time } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';

const fresh_ms = 5_000;
const tones = { pending: 'waiting', succeeded: 'good', failed: 'bad' } as const;

/** One event and where it has gone. */
export const EventPage = ({ id }: { readonly id: string }) => {
  const { deliveries } = words.value;
  const answer = useAnswer(id, (signal) => call('retrieveEvent', { path: { id } }, { signal }), {
    every_ms: fresh_ms,
  });
  return (
    <Reading answer={answer}>
      {(event) => {
        const session = sessionOf(event);
        return (
          <section class="card">
            <h2>
              <code>{event.type}</code>
            </h2>
            <Facts
              facts={[
                [deliveries.event, <Copied text={event.id} />],
                [deliveries.happened, <Time at_ms={event.created * 1000} full />],
                [
                  deliveries.payment,
                  session !== undefined && <Link to={address(['payments', session])}>{session}</Link>,
                ],
              ]}
            />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it */}
            <pre tabIndex={0}>{JSON.stringify(event.data, null, 2)}</pre>
            <ul class="deliveries">
              {event.deliveries.map((delivery) => (
                <li key={delivery.endpoint}>
                  <Badge tone={tones[delivery.status]}>{deliveries.states[delivery.status]}</Badge>{' '}
                  <code>{delivery.endpoint}</code> {deliveries.tries(delivery.attempt, delivery.http_status)}
                </li>
              ))}
            </ul>
            {event.deliveries.length === 0 && <p class="note">{deliveries.nowhere}</p>}
            {may('webhooks:write') && (
              <Action
                label={deliveries.resend}
                send={async () => {
                  await call('resendEvent', { path: { id }, body: {} });
                  answer.reload();
                }}
              />
            )}
          </section>
        );
      }}
    </Reading>
  );
};

/** The payment that an event is about, if it is about one. */
const sessionOf = ({ data }: Event): string | undefined =>
  data.object === 'checkout.session' ? data.id : data.session;

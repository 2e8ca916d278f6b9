import { address } from '../place.ts';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { words } from '../words/words.ts';
import { ApiKeys } from './api-keys.tsx';
import { Deliveries } from './deliveries.tsx';
import { EventPage } from './event-page.tsx';
import { WebhookEndpoints } from './webhook-endpoints.tsx';

const tabs = { keys: ApiKeys, endpoints: WebhookEndpoints, deliveries: Deliveries } as const;
type Tab = keyof typeof tabs;
const isTab = (name: string): name is Tab => Object.hasOwn(tabs, name);

/** Keys, webhook endpoints, and what did not arrive. */
export const Developers = ({ parts: [name = 'keys', id] }: { readonly parts: readonly string[] }) => {
  const { developers } = words.value;
  const shown = isTab(name) ? name : 'deliveries';
  const Shown = tabs[shown];
  return (
    <>
      <Heading title={developers.title} />
      <nav class="tabs" aria-label={developers.title}>
        {(Object.keys(tabs) as Tab[]).map((tab) => (
          <Link key={tab} to={address(['developers', tab])} current={tab === shown}>
            {developers.tabs[tab]}
          </Link>
        ))}
      </nav>
      {name === 'events' && id !== undefined ? <EventPage id={id} /> : <Shown />}
    </>
  );
};

import { may } from '../caller.ts';
import { type DeveloperTab, developerTab, developerTabs } from '../developer-tabs.ts';
import { address } from '../place.ts';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { words } from '../words/words.ts';
import { ApiKeys } from './api-keys.tsx';
import { Deliveries } from './deliveries.tsx';
import { EventPage } from './event-page.tsx';
import { WebhookEndpoints } from './webhook-endpoints.tsx';

const pages = {
  keys: ApiKeys,
  endpoints: WebhookEndpoints,
  deliveries: Deliveries,
} as const satisfies Record<DeveloperTab, unknown>;

/** Keys, webhook endpoints, and what did not arrive. */
export const Developers = ({ parts: [name, id] }: { readonly parts: readonly string[] }) => {
  const { developers } = words.value;
  const offered = developerTabs(may);
  const shown = developerTab(name, offered);
  const Shown = shown && pages[shown];
  return (
    <>
      <Heading title={developers.title} />
      <nav class="tabs" aria-label={developers.title}>
        {offered.map((tab) => (
          <Link key={tab} to={address(['developers', tab])} current={tab === shown}>
            {developers.tabs[tab]}
          </Link>
        ))}
      </nav>
      {name === 'events' && id !== undefined ? <EventPage id={id} /> : Shown && <Shown />}
    </>
  );
};

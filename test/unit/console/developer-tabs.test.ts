import { expect, test } from '@jest/globals';
import { developerTab, developerTabs } from '../../../clients/console/src/developer-tabs.ts';
import { listApiKeys, listDeliveries, listWebhookEndpoints } from '../../../lib/http/routes.ts';
import { roles, scopesOfRole } from '../../../lib/types/role.ts';

const tabsOf = (role: (typeof roles)[number]) => developerTabs((scope) => scopesOfRole[role].includes(scope));

test('nobody is led to a list that their role is refused', () => {
  const routes = { keys: listApiKeys, endpoints: listWebhookEndpoints, deliveries: listDeliveries };
  for (const role of roles) {
    const first = developerTab(undefined, tabsOf(role));
    const readable = Object.entries(routes).filter(([, { scope }]) => scopesOfRole[role].includes(scope));
    expect([role, tabsOf(role), first]).toEqual([role, readable.map(([tab]) => tab), readable[0]?.[0]]);
  }
});

test.each([
  [undefined, 'keys', 'endpoints'],
  ['keys', 'keys', 'endpoints'],
  ['deliveries', 'deliveries', 'deliveries'],
  ['events', 'deliveries', 'deliveries'],
  ['toString', 'keys', 'endpoints'],
])('%s is %s for an admin, %s for support', (name, admin, support) =>
  expect([developerTab(name, tabsOf('admin')), developerTab(name, tabsOf('support'))]).toEqual([
    admin,
    support,
  ]),
);

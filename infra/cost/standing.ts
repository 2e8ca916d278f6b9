import type { Standing } from './idle-month.ts';

const lean: Standing = {
  keys: 0,
  secrets: 1,
  firewalls: 0,
  firewall_rules: 0,
  alarm_metrics: 11,
  dashboards: 1,
  dashboard_metrics: 49,
  probes: 0,
  synthetic: { minutes: 15, kind: 'paid' },
};
const full: Standing = {
  ...lean,
  keys: 1,
  secrets: 2,
  alarm_metrics: 42,
  probes: 1,
  synthetic: { minutes: 15, kind: 'expired' },
};

/** The basis of the table in `docs/deploy.md`. A test counts it in the templates, and a synth prints the price of its own. */
export const standing = {
  dev: lean,
  staging: { ...lean, secrets: 2, alarm_metrics: 42, probes: 1 },
  prod: full,
  'prod with the firewall': { ...full, firewalls: 1, firewall_rules: 7 },
} as const satisfies Readonly<Record<string, Standing>>;

/** The same for a vault's own stack, in its own account. */
export const vaultStanding: Standing = {
  ...lean,
  keys: 2,
  alarm_metrics: 13,
  dashboards: 0,
  dashboard_metrics: 0,
  synthetic: { minutes: 0, kind: 'expired' },
};

import type { HostedPage } from '../clients/browser/build-page.ts';
import { localFrameAncestors } from '../clients/browser/frame-ancestors.ts';
import type { RolesOfGroups } from '../lib/people/person-of.ts';
import type { TableId } from '../lib/storage/tables.ts';
import type { RefundLimits } from '../lib/types/refund-limits.ts';
import type { NamedDer } from '../lib/vault-protocol/signed-text.ts';

/** A PSP account without its secret, as the functions read it from `PSP_ACCOUNTS`. */
export type AccountSettings = {
  /** Adapter id in the registry. */
  readonly psp: string;
  readonly base_url: string;
  readonly settings: Readonly<Record<string, string>>;
};

/** Requests per second, and the most at once. */
export type Throttle = { readonly rate: number; readonly burst: number };

export type Environment = {
  readonly name: string;
  readonly mode: 'test' | 'live';
  /** `on` lets card numbers through this service: PCI DSS SAQ D. `psp_token` works either way. */
  readonly card_capture: 'on' | 'off';
  /** By account id, the name that routing rules use. */
  readonly accounts: Readonly<Record<string, AccountSettings>>;
  /** The one origin for browsers and servers; CloudFront's own name if undefined. The certificate must be in us-east-1. */
  readonly domain?: { readonly name: string; readonly certificate_arn: string };
  /** The origins (`https://shop.example`) that may embed the card fields; if empty, none may. */
  readonly frame_ancestors: readonly string[];
  /** The origins that those pages may load fonts from for the card fields; none by default. A vault has its own list. */
  readonly font_origins?: readonly string[];
  /**
   * The page at a session's `url`: the merchant's name, and a logo, a file of this repository. Without it, or where nothing takes cards
   * (`card_capture: 'off'` and no vault), there is no page and `url` is null.
   */
  readonly hosted_page?: HostedPage;
  /**
   * The generation of the origin's proof that the distribution sends, and all generations that the functions accept, oldest first (`docs/deploy.md`,
   * rotate).
   */
  readonly origin_generation: string;
  readonly origin_generations: readonly string[];
  /**
   * Concurrent runs of recovery, and no more: claims keep two from colliding. A backlog takes 11: two for each of five shards and the timer's own. 0
   * reserves none, for a new account's quota.
   */
  readonly reserved_recovery: number;
  /** Tables, keys, secrets and logs outlive the stack. */
  readonly protected: boolean;
  /** Set after the first successful deploy: stack and tables then refuse deletion. Before that, a failed deploy must be undoable. */
  readonly established: boolean;
  readonly log_retention_days: 30 | 90 | 400;
  readonly throttle: {
    /** Every route that is not listed below. */
    readonly all_routes: Throttle;
    /** The same while the alarm `calls-refused` rings. */
    readonly reduced: Throttle;
    readonly publishing: Throttle;
    readonly webhooks: Throttle;
    readonly returns: Throttle;
    readonly unknown_routes: Throttle;
  };
  /**
   * Requests per address in five minutes, counted by the firewall: of servers with an API key, browsers, PSPs that send webhooks, and customers on their
   * way back from a PSP. Above its limit, all of an address is blocked. Many customers of a mobile network share one; a browser makes about ten requests
   * for a payment, and some forty if its outcome is not known for two minutes.
   */
  readonly address_limits: {
    readonly api_keys: number;
    readonly session_tokens: number;
    readonly webhooks: number;
    readonly returns: number;
  };
  /** ARN of an EventBridge bus that gets every event, besides webhooks; none if undefined. In another account, its policy must allow this one. */
  readonly event_bus?: string;
  /** How many minutes AppConfig watches a published rule, rolling it back on alarm: 0, or as long as the alarm needs. No other rule can be published meanwhile. */
  readonly rules_watch_minutes: number;
  /**
   * Tables that take the place of the environment's own after a restore (`docs/operate.md`, "Restore"). The own ones stay as they are, unused. The
   * stream's ARN ends in the time when it was enabled.
   */
  readonly restored?: Readonly<Partial<Record<TableId, RestoredTable>>>;
  /**
   * Every night, a backup of the tables is copied into this backup vault of another account and kept there, so that whoever deletes everything in this
   * one deletes no copy (`docs/deploy.md`, "A copy in another account"). None if undefined.
   */
  readonly backup?: { readonly copy_to: string; readonly kept_days: number };
  /** A rule comes into force only after a second API key, with the scope `routing:approve`, has approved it. */
  readonly require_approval: boolean;
  /** How often a test payment is made (`docs/deploy.md`), in minutes; 0 means never. */
  readonly synthetic_minutes: number;
  /** The account's concurrency limit for functions, by Service Quotas: `npm run doctor` compares. */
  readonly concurrency_quota: number;
  /** The expected monthly cost in dollars. */
  readonly monthly_budget: number;
  /** Shifts a tenth of the traffic for five minutes and returns on alarm. */
  readonly canary: boolean;
  /** The page for whoever runs payments (`docs/deploy.md`, "The console"). None if undefined. */
  readonly console?: Console;
  /** The vault for cards, as its own deployment printed it (`docs/vault.md`). Without one, there are no card tokens. */
  readonly vault?: RouterVault;
} & Profile;

export type Console = {
  /** Its own address; CloudFront's own name if undefined. */
  readonly domain?: Environment['domain'];
  /** An OpenID Connect provider, such as a user pool of Cognito: `https://cognito-idp.<region>.amazonaws.com/<pool>`. */
  readonly issuer: string;
  /** The console as the provider knows it: a public client, without a secret. */
  readonly client_id: string;
  /** Which group of the provider has which role. */
  readonly roles: RolesOfGroups;
  /** Verify the tokens of signed-in people, as `npm run tokens -- console` printed them. Empty: nobody can sign in yet. */
  readonly keys: readonly NamedDer[];
  /** What a person of a role may refund; a role that is not named, everything. */
  readonly refund_limits?: RefundLimits;
};

export type RestoredTable = { readonly name: string; readonly stream_arn?: string };

/** A vault as the router sees it: its address for browsers, the ARNs of its two functions, and the keys that verify its receipts (newest first). */
export type RouterVault = {
  readonly merchant: string;
  readonly url: string;
  readonly forward: string;
  readonly manage: string;
  readonly receipt_keys: readonly NamedDer[];
};

/** The fixed costs of an environment, even without payments (`docs/deploy.md`). */
type Profile = {
  /** Its own encryption key for tables, secrets, logs and alarm messages. */
  readonly own_key: boolean;
  /** `two`: keeps signing keys apart from the PSPs' keys, so that different people may be let in to each. Functions read only their part either way. */
  readonly secrets: 'one' | 'two';
  /** `each`: a secret for every PSP account ($0.40 a month each), so that different people may change them. Functions that call PSPs read all. */
  readonly psp_secrets: 'together' | 'each';
  /** `few`: only the most important ones, with one metric beyond the ten free ones. `all`: each account and function separately, too. */
  readonly alarms: 'few' | 'all';
  readonly traced: boolean;
  /** AWS WAF in front of the distribution. */
  readonly firewall: boolean;
};

const lean: Profile = {
  own_key: false,
  secrets: 'one',
  psp_secrets: 'together',
  alarms: 'few',
  traced: false,
  firewall: false,
};
const full: Profile = {
  own_key: true,
  secrets: 'two',
  psp_secrets: 'together',
  alarms: 'all',
  traced: false,
  firewall: false,
};

/**
 * `paypal` and `square` have adapters too, and become accounts once added here with the settings they need (`docs/deploy.md`): their secrets,
 * alarms and graphs follow.
 */
const testAccounts = {
  stripe: { psp: 'stripe', base_url: 'https://api.stripe.com', settings: {} },
  adyen: {
    psp: 'adyen',
    base_url: 'https://checkout-test.adyen.com/v72',
    settings: { merchant_account: 'YourMerchantAccount' },
  },
  checkout_com: { psp: 'checkout_com', base_url: 'https://api.sandbox.checkout.com', settings: {} },
} as const satisfies Environment['accounts'];

/** People publish rules now and then; a caller of unknown routes is lost or probing. */
const rareCalls = {
  publishing: { rate: 1, burst: 5 },
  unknown_routes: { rate: 5, burst: 10 },
} as const satisfies Partial<Environment['throttle']>;

const dev: Environment = {
  ...lean,
  name: 'dev',
  mode: 'test',
  card_capture: 'on',
  accounts: testAccounts,
  frame_ancestors: localFrameAncestors,
  hosted_page: { merchant: 'Your shop' },
  origin_generation: 'g1',
  origin_generations: ['g1'],
  reserved_recovery: 0,
  protected: false,
  established: false,
  log_retention_days: 30,
  throttle: {
    ...rareCalls,
    all_routes: { rate: 50, burst: 100 },
    reduced: { rate: 10, burst: 20 },
    webhooks: { rate: 20, burst: 100 },
    returns: { rate: 10, burst: 50 },
  },
  address_limits: { api_keys: 30_000, session_tokens: 1_000, webhooks: 10_000, returns: 1_000 },
  rules_watch_minutes: 0,
  require_approval: false,
  synthetic_minutes: 15,
  canary: false,
  concurrency_quota: 1_000,
  monthly_budget: 10,
};

const staging: Environment = {
  ...dev,
  name: 'staging',
  secrets: 'two',
  // Like prod, so that an alarm is proved before prod has it.
  alarms: 'all',
  log_retention_days: 90,
  rules_watch_minutes: 5,
  canary: true,
  monthly_budget: 20,
};

/** The PSP gives you `YOURPREFIX` and `YourMerchantAccount`; until they are filled in, a deploy leaves that account out and says so. */
const prod: Environment = {
  ...full,
  name: 'prod',
  mode: 'live',
  card_capture: 'off',
  accounts: {
    stripe: testAccounts.stripe,
    adyen: {
      ...testAccounts.adyen,
      base_url: 'https://YOURPREFIX-checkout-live.adyenpayments.com/checkout/v72',
    },
    checkout_com: { ...testAccounts.checkout_com, base_url: 'https://YOURPREFIX.api.checkout.com' },
  },
  frame_ancestors: [],
  origin_generation: 'g1',
  origin_generations: ['g1'],
  reserved_recovery: 0,
  protected: true,
  established: false,
  log_retention_days: 400,
  throttle: {
    ...rareCalls,
    all_routes: { rate: 200, burst: 400 },
    reduced: { rate: 50, burst: 100 },
    webhooks: { rate: 100, burst: 500 },
    returns: { rate: 30, burst: 100 },
  },
  address_limits: { api_keys: 100_000, session_tokens: 2_000, webhooks: 100_000, returns: 1_000 },
  rules_watch_minutes: 5,
  require_approval: false,
  synthetic_minutes: 15,
  canary: true,
  concurrency_quota: 1_000,
  monthly_budget: 100,
};

export const environments = { dev, staging, prod } as const satisfies Readonly<Record<string, Environment>>;

/** The environment with this name; throws an error that lists the existing names. */
export const environmentNamed = (name: unknown): Environment => {
  const found = Object.values(environments).find((environment) => environment.name === name);
  if (!found)
    throw new Error(
      `${name === undefined ? 'Which environment?' : `There is no environment ${name}.`} Use ${Object.keys(environments).join('|')}.`,
    );
  return found;
};

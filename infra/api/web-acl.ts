import type { Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { withoutToken } from '../../lib/http/console-routes.ts';
import { completeAuthentication, type Route, receivePspWebhook } from '../../lib/http/routes.ts';
import { frameCors } from '../../lib/http/vault-cors.ts';
import type { Environment } from '../environments.ts';

/**
 * Blocks known bad addresses and inputs, and any address that sends more requests than a shop or a shopper would. The two doors without a key are apart:
 * what a PSP sends, and where it sends a customer back to, is neither ours nor the sender's to choose. A false positive there loses money's news for good,
 * so no rule reads it, and each door has a limit of its own. What comes through them proves itself by a signature.
 */
export const webAcl = (stack: Stack, environment: Environment): CfnWebACL => {
  const { vault, address_limits } = environment;
  const { api_keys, session_tokens, webhooks, returns } = address_limits;
  const browsers = all(not(bearsApiKey), not(isWebhook), not(isReturn));
  return new CfnWebACL(stack, 'firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visible('firewall'),
    rules: [
      managed(0, 'AWSManagedRulesAmazonIpReputationList', []),
      managed(1, 'AWSManagedRulesKnownBadInputsRuleSet', []),
      managed(2, 'AWSManagedRulesCommonRuleSet', countedOnly),
      addressLimit(3, 'servers', api_keys, all(bearsApiKey, not(isWebhook), not(isReturn))),
      ...(vault
        ? limitsWithFrame(vault.url, session_tokens, browsers)
        : [addressLimit(4, 'browsers', session_tokens, browsers)]),
      addressLimit(5, 'webhooks', webhooks, isWebhook),
      addressLimit(6, 'returns', returns, isReturn),
    ],
  });
};

/**
 * The vault's frame is of another origin. It may read that it is refused: a network error would mean that a payment may have been made. A preflight
 * request that is refused is such an error, too, so those beyond their own limit are answered here.
 */
const limitsWithFrame = (
  origin: string,
  limit: number,
  browsers: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty[] => {
  const readable = { 'access-control-allow-origin': origin };
  return [
    addressLimit(4, 'browsers', limit, all(browsers, not(isPreflight)), {
      ...tooMany,
      headers: {
        ...tooMany.headers,
        ...readable,
        'access-control-expose-headers': frameCors.exposed.join(', '),
      },
    }),
    addressLimit(7, 'preflights', limit, isPreflight, {
      status: 204,
      headers: {
        ...readable,
        'access-control-allow-methods': frameCors.methods.join(', '),
        'access-control-allow-headers': frameCors.headers.join(', '),
        'access-control-max-age': `${frameCors.max_age_s}`,
      },
    }),
  ];
};

/** An office behind one address: a page asks every five seconds, and people open several. */
const officeLimit = 5_000;

/** An office that comes to work: two calls for each person. Whoever uses it up has a fifth of what the stage takes, and others can still sign in. */
const signInLimit = 300;

/** Decoded, as the gateway finds its route. */
const signsIn: CfnWebACL.StatementProperty = {
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: `^(?:${withoutToken.map(({ path }) => path).join('|')})$`,
    textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
  },
};

/** Blocks known bad addresses and inputs, and an address that sends more than an office would. Nothing but people's calls gets in there. */
export const consoleWebAcl = (stack: Stack): CfnWebACL =>
  new CfnWebACL(stack, 'console-firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visible('console-firewall'),
    rules: [
      managed(0, 'AWSManagedRulesAmazonIpReputationList', []),
      managed(1, 'AWSManagedRulesKnownBadInputsRuleSet', []),
      addressLimit(2, 'office', officeLimit),
      addressLimit(3, 'sign-ins', signInLimit, signsIn),
    ],
  });

const all = (...statements: CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty => ({
  andStatement: { statements },
});

const not = (statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty => ({
  notStatement: { statement },
});

const hasMethod = (method: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    searchString: method,
    textTransformations: unchanged,
  },
});

/** Requests to this route; a parameter is one segment of characters that need no escape. Anything else is an unknown route. */
const requestsTo = ({ method, path }: Route): CfnWebACL.StatementProperty =>
  all(hasMethod(method), {
    regexMatchStatement: {
      fieldToMatch: { uriPath: {} },
      regexString: `^${path.replaceAll(/\{[a-z]+\}/g, '[A-Za-z0-9_-]{1,64}')}$`,
      textTransformations: unchanged,
    },
  });

const unchanged = [{ priority: 0, type: 'NONE' }];

const isWebhook = requestsTo(receivePspWebhook);
const isReturn = requestsTo(completeAuthentication);
const isPreflight = hasMethod('OPTIONS');

/**
 * Counted, not blocked: bodies are JSON that the service checks field by field, up to 64 KiB, with merchants' URLs and free text in metadata. Nobody here
 * reads a cookie, and a browser sends those of the shop's whole domain.
 */
const countedOnly = [
  'SizeRestrictions_BODY',
  'GenericRFI_BODY',
  'GenericLFI_BODY',
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'SizeRestrictions_Cookie_HEADER',
  'CrossSiteScripting_COOKIE',
  'EC2MetaDataSSRF_COOKIE',
  'NoUserAgent_HEADER',
];

const managed = (priority: number, name: string, counted: readonly string[]): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      scopeDownStatement: all(not(isWebhook), not(isReturn)),
    },
  },
  visibilityConfig: visible(name),
});

/** A forged key passes this test but the service refuses it; the servers' limit still applies to it. */
const bearsApiKey: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'authorization' } },
    positionalConstraint: 'STARTS_WITH',
    searchString: 'Bearer sk_',
    textTransformations: unchanged,
  },
};

type OwnResponse = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

const tooMany: OwnResponse = { status: 429, headers: { 'retry-after': '60' } };

const addressLimit = (
  priority: number,
  name: string,
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
  { status, headers } = tooMany,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: {
    block: {
      customResponse: {
        responseCode: status,
        responseHeaders: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
      },
    },
  },
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: 300,
      limit,
      ...(scopeDownStatement && { scopeDownStatement }),
    },
  },
  visibilityConfig: visible(name),
});

const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples show headers, one of which carries a token.
  sampledRequestsEnabled: false,
});

import type { Stack } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Environment } from './environments.ts';

/** Blocks known bad addresses and inputs, and any address that sends more requests than a shop or a shopper would. */
export const webAcl = (stack: Stack, environment: Environment): CfnWebACL =>
  new CfnWebACL(stack, 'firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: visible('firewall'),
    rules: [
      managed(0, 'AWSManagedRulesAmazonIpReputationList', []),
      managed(1, 'AWSManagedRulesKnownBadInputsRuleSet', []),
      managed(2, 'AWSManagedRulesCommonRuleSet', countedOnly),
      addressLimit(3, 'servers', environment.address_limits.api_keys, bearsApiKey),
      addressLimit(4, 'browsers', environment.address_limits.session_tokens, {
        notStatement: { statement: bearsApiKey },
      }),
    ],
  });

/**
 * Counted, not blocked: bodies are JSON that the service checks field by field, up to 64 KiB, with merchants' URLs and free text in metadata, and a
 * PSP's webhook may come without a user agent. A false positive here would lose a payment.
 */
const countedOnly = [
  'SizeRestrictions_BODY',
  'GenericRFI_BODY',
  'GenericLFI_BODY',
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
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
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

const addressLimit = (
  priority: number,
  name: string,
  limit: number,
  scopeDownStatement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: {
    block: { customResponse: { responseCode: 429, responseHeaders: [{ name: 'retry-after', value: '60' }] } },
  },
  statement: {
    rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: 300, limit, scopeDownStatement },
  },
  visibilityConfig: visible(name),
});

const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples show headers, one of which carries a token.
  sampledRequestsEnabled: false,
});

import * as z from 'zod/mini';
import { updateRuleBody } from '../../../lib/http/schemas/update-rule-body.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import type { OperationText } from './operation-text.ts';
import { ruleWords } from './rule-words.ts';

export const routingOperations = {
  updateRoutingRules: {
    tag: 'Routing rules',
    summary: 'Publish a rule',
    description:
      'Creates a rule, or replaces the one of this name. In force everywhere within 30 seconds, without a deploy. A rule that equals the one in force changes nothing, so a repeat does no harm. Refused with the exact `param`: an unknown or duplicate PSP, no positive weight, a failover condition that could charge twice, an override that can never match.',
    body: {
      name: 'UpdateRoutingRule',
      schema: z.extend(ruleSchema, updateRuleBody.shape),
      words: {
        '': 'A rule to create, or to put in the place of the one of this name.',
        ...ruleWords,
        failover: 'When another PSP is tried, and how long.',
        version:
          'The version in which you saw the rule (0: the rule must not exist yet). Refused with `version_conflict` if the rule has changed since. If omitted, the rule is replaced whatever it is.',
        dry_run: 'Validate and show the effect, publish nothing.',
      },
    },
    answers: ['PublishedRoutingRule'],
    errors: ['version_conflict', 'routing_publish_in_progress', 'routing_unavailable'],
  },
  listRoutingRules: {
    tag: 'Routing rules',
    summary: 'List the rules',
    description: 'Every rule in force.',
    answers: ['RoutingRuleList'],
    errors: ['routing_unavailable'],
  },
  retrieveRoutingRule: {
    tag: 'Routing rules',
    summary: 'Retrieve a rule',
    description: 'One rule in force.',
    path: { name: 'The name of the rule.' },
    answers: ['RoutingRule'],
    errors: ['resource_missing', 'routing_unavailable'],
  },
  receivePspWebhook: {
    tag: 'Browsers and PSPs',
    summary: 'Receive a webhook',
    description:
      'A PSP reports here what happened later. Its own signature replaces a token. An event that came before, or that belongs to no charge here, is accepted and changes nothing.',
    path: { psp: 'The PSP account.' },
    answers: 'nothing',
    errors: [
      'body_invalid',
      'body_too_large',
      'signature_invalid',
      'resource_missing',
      'too_many_requests',
      'event_not_verified',
    ],
  },
} as const satisfies Readonly<Record<string, OperationText>>;

import * as z from 'zod/mini';
import { changeRolloutBody } from '../../../lib/contract/bodies/change-rollout-body.ts';
import { rollBackRuleBody } from '../../../lib/contract/bodies/roll-back-rule-body.ts';
import { switchPspBody } from '../../../lib/contract/bodies/switch-psp-body.ts';
import { besideRule } from '../../../lib/contract/bodies/update-rule-body.ts';
import { deleteRuleQuery } from '../../../lib/contract/filters/delete-rule-query.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import { noFields } from './no-fields.ts';
import type { OperationText } from './operation-text.ts';
import { ruleDescriptions } from './rule-descriptions.ts';

const path = { name: 'The name of the rule.' };
const versionPath = { ...path, version: 'The number of the version.' };
const note = 'Why you made the change, for later readers of the versions.';
const publishing = ['version_conflict', 'routing_publish_in_progress', 'routing_unavailable'] as const;

export const routingOperations = {
  updateRoutingRules: {
    tag: 'Routing rules',
    summary: 'Publish a rule',
    description:
      'Creates a rule, or replaces the one with this name. It is live everywhere within 30 seconds, without a deploy. A rule that equals the live one changes nothing. Each change creates a version that is kept, with who made it and why. `If-Match` with the rule’s `ETag` works like `version`. If the environment requires approval, this creates a draft that another API key has to approve. Rejected, with `param`: an unknown or duplicate PSP, no positive weight, a failover condition that could charge twice, an override that can never match.',
    body: {
      name: 'UpdateRoutingRule',
      schema: z.extend(ruleSchema, besideRule),
      descriptions: {
        '': 'A rule to create, or to replace the one with this name.',
        ...ruleDescriptions,
        failover: 'When another PSP is tried, and how long each may take.',
        version:
          'The version of the rule that you last saw (0: the rule must not exist yet). If the rule has changed since, you get `version_conflict`. If omitted, the rule is replaced unconditionally.',
        note,
        dry_run: 'Validate the rule and show its effect, but publish nothing.',
        backtest: 'With `dry_run`: replay recent sessions of this rule under it.',
        'backtest.sessions': 'How many sessions.',
        rollout: 'Let it plan only part of the sessions first. A rule with this name must be live.',
        'rollout.percent': 'The share it starts with, in percent.',
        'rollout.then': 'The shares after that, rising; at 100 it replaces the live rule.',
        'rollout.after_s': 'How many seconds each step lasts before the next. Together with `then`.',
        'rollout.guard': 'Withdraws it automatically if fewer first attempts are approved.',
        'rollout.guard.approval_drop_pp':
          'By how many percentage points fewer than with the live rule. It acts once the difference is statistically clear.',
      },
    },
    etag: 'taken',
    answers: ['PublishedRoutingRule'],
    errors: ['rollout_in_progress', ...publishing],
  },
  listRoutingRules: {
    tag: 'Routing rules',
    summary: 'List the rules',
    description: 'Every live rule.',
    answers: ['RoutingRuleList'],
    errors: ['routing_unavailable'],
  },
  retrieveRoutingRule: {
    tag: 'Routing rules',
    summary: 'Retrieve a rule',
    description: 'One live rule. Its `ETag` is its version.',
    path,
    etag: 'answered',
    answers: ['RoutingRule'],
    errors: ['resource_missing', 'routing_unavailable'],
  },
  deleteRoutingRule: {
    tag: 'Routing rules',
    summary: 'Delete a rule',
    description:
      'Creates a version without content. Within 30 seconds, no new session can name the rule, and payment links that name it cannot be paid; sessions that it has planned keep their plan. Its versions stay, and rolling back to one brings it back. The rule `default` cannot be deleted, and no rule during a rollout. If the environment requires approval, this creates a draft that another API key has to approve.',
    path,
    query: { schema: deleteRuleQuery, descriptions: { note } },
    etag: 'taken',
    answers: ['DeletedRoutingRule'],
    errors: [
      'parameter_invalid',
      'parameter_unknown',
      'resource_missing',
      'rollout_in_progress',
      ...publishing,
    ],
  },
  retrieveRoutingHealth: {
    tag: 'Routing rules',
    summary: 'Retrieve PSP health',
    description:
      'How each PSP account is doing, by currency, how far rules that steer move away from it now, and on what evidence. Until something is counted, `version` is 0 and `strata` is empty. Figures are at most a minute old; states and weights are current.',
    answers: ['HealthVerdict'],
    errors: [],
  },
  listRoutingPsps: {
    tag: 'Routing rules',
    summary: 'List the PSP accounts',
    description: 'Every configured PSP account, and whether new payments may go there.',
    answers: ['RoutingPspList'],
    errors: [],
  },
  switchRoutingPsp: {
    tag: 'Routing rules',
    summary: 'Close or open a PSP account',
    description:
      'Takes a PSP account out at once, or back in, whatever the rules say. In force everywhere within 20 seconds, without a deploy or a new version of a rule. A closed account is in no new plan and gets no new attempt. Attempts that have begun, authentication by the customer, captures, refunds and webhooks go on. Closing the last open account of a rule or of an override needs `force`.',
    path: { id: 'The id of the account.' },
    body: {
      name: 'SwitchRoutingPsp',
      schema: switchPspBody,
      descriptions: {
        '': 'The state that the account is to have.',
        state: '`closed`: no new attempt goes there. `open`: the rules decide.',
        note: 'Why, for later readers.',
        revision: 'The `revision` that you last saw. If it has changed since, you get `version_conflict`.',
        force:
          'Close it even if a rule or an override is left without an open PSP: its payments then fail with `psp_unavailable`. The rules are not read.',
      },
    },
    answers: ['RoutingPsp'],
    errors: ['resource_missing', 'version_conflict', 'psp_required', 'routing_unavailable'],
  },
  listRoutingRuleVersions: {
    tag: 'Routing rules',
    summary: 'List the versions of a rule',
    description:
      'Who changed a rule, when, why, and what: newest first, at most 100 versions and about a megabyte. `has_more` says whether there are older ones; retrieve those by number.',
    path,
    answers: ['RoutingRuleVersionList'],
    errors: ['resource_missing', 'routing_unavailable'],
  },
  retrieveRoutingRuleVersion: {
    tag: 'Routing rules',
    summary: 'Retrieve a version of a rule',
    description: 'One version, live or not. Its content never changes.',
    path: versionPath,
    etag: 'answered',
    answers: ['RoutingRuleVersion'],
    errors: ['resource_missing', 'routing_unavailable'],
  },
  approveRoutingRuleVersion: {
    tag: 'Routing rules',
    summary: 'Approve a draft of a rule',
    description:
      'Publishes a draft, with a different API key than the one that wrote it. If another version has gone live since it was written, you get `version_conflict`: publish it again.',
    path: versionPath,
    body: noFields,
    etag: 'taken',
    answers: ['PublishedRoutingRule', 'DeletedRoutingRule'],
    errors: [
      'parameter_invalid',
      'resource_missing',
      'approval_by_author',
      'rollout_in_progress',
      ...publishing,
    ],
  },
  rollBackRoutingRule: {
    tag: 'Routing rules',
    summary: 'Roll back a rule',
    description:
      'Publishes the content of an earlier version as a new version. It is live everywhere within 30 seconds. The version it replaces becomes `rolled_back`.',
    path,
    body: {
      name: 'RollBackRoutingRule',
      schema: rollBackRuleBody,
      descriptions: {
        '': 'The version to go back to.',
        to: 'Its number. It must have been live once.',
        version:
          'The version that you saw live; 0 if there was none. If another one is by now, you get 409 `version_conflict`.',
        note,
      },
    },
    etag: 'taken',
    answers: ['PublishedRoutingRule'],
    errors: ['resource_missing', ...publishing],
  },
  changeRollout: {
    tag: 'Routing rules',
    summary: 'Change or end a rollout',
    description:
      'Changes the share of the version that is being rolled out, withdraws it (`stop`) or makes it replace the live rule (`complete`). This is live everywhere within 30 seconds. Existing sessions keep their plan; a growing share takes no session away from the candidate.',
    path,
    body: {
      name: 'ChangeRollout',
      schema: changeRolloutBody,
      descriptions: {
        '': 'A new share, or the end of the rollout.',
        percent:
          'The share of the sessions, in percent; 100 completes the rollout. Higher steps in `then` stay.',
        action: '`stop` withdraws the version, `complete` makes it replace the live rule.',
        candidate:
          'The version that you saw being rolled out. If another one is by now, you get 409 `version_conflict`.',
      },
    },
    etag: 'taken',
    answers: ['PublishedRoutingRule'],
    errors: ['resource_missing', ...publishing],
  },
  retrieveBacktest: {
    tag: 'Routing rules',
    summary: 'Retrieve a backtest',
    description:
      'A backtest that takes longer than five seconds continues in the background. Read it again while it is `running`. It is kept for 30 days.',
    path: { id: 'The id of the backtest.' },
    answers: ['Backtest'],
    errors: ['resource_missing'],
  },
  receivePspWebhook: {
    tag: 'Browsers and PSPs',
    summary: 'Receive a webhook',
    description:
      'PSPs report here what happens later. The PSP’s own signature replaces a token. A repeated event, or one that belongs to no charge here, is accepted and changes nothing. One that the PSP does not confirm yet is accepted, too, and waits on its charge.',
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

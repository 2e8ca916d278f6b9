import * as z from 'zod/mini';
import { changeRolloutBody } from '../../../lib/http/schemas/change-rollout-body.ts';
import { rollBackRuleBody } from '../../../lib/http/schemas/roll-back-rule-body.ts';
import { updateRuleBody } from '../../../lib/http/schemas/update-rule-body.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import { noFields } from './no-fields.ts';
import type { OperationText } from './operation-text.ts';
import { ruleWords } from './rule-words.ts';

const path = { name: 'The name of the rule.' };
const versionPath = { ...path, version: 'The number of the version.' };
const note = 'Why, for later readers of the versions.';
const publishing = ['version_conflict', 'routing_publish_in_progress', 'routing_unavailable'] as const;

export const routingOperations = {
  updateRoutingRules: {
    tag: 'Routing rules',
    summary: 'Publish a rule',
    description:
      'Creates a rule, or replaces the one of this name. In force everywhere within 30 seconds, without a deploy. A rule that equals the one in force changes nothing. Each change is a version that is kept, with who made it and why. `If-Match` with the `ETag` of the rule does what `version` does. Where the environment asks for four eyes, a draft is written, which another API key has to approve. Refused with the exact `param`: an unknown or duplicate PSP, no positive weight, a failover condition that could charge twice, an override that can never match.',
    body: {
      name: 'UpdateRoutingRule',
      schema: z.extend(ruleSchema, updateRuleBody.shape),
      words: {
        '': 'A rule to create, or to put in the place of the one of this name.',
        ...ruleWords,
        failover: 'When another PSP is tried, and how long.',
        version:
          'The version in which you saw the rule (0: the rule must not exist yet). Refused with `version_conflict` if the rule has changed since. If omitted, the rule is replaced whatever it is.',
        note,
        dry_run: 'Validate and show the effect, publish nothing.',
        backtest: 'With `dry_run`: what recent sessions of this rule would have become under it.',
        'backtest.sessions': 'How many of them.',
        rollout: 'Let it plan a part of the sessions first. Needs a rule of this name in force.',
        'rollout.percent': 'The part it begins with, in percent.',
        'rollout.then': 'The parts after that, rising; 100 puts it in the place of the rule in force.',
        'rollout.after_s': 'How many seconds each part lasts before the next. Together with `then`.',
        'rollout.guard': 'Takes it back by itself if fewer first attempts are approved.',
        'rollout.guard.approval_drop_pp':
          'By how many percentage points fewer than with the rule in force. It acts once the difference is real.',
      },
    },
    etag: 'taken',
    answers: ['PublishedRoutingRule'],
    errors: ['rollout_in_progress', ...publishing],
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
    description: 'One rule in force. Its `ETag` is its version.',
    path,
    etag: 'answered',
    answers: ['RoutingRule'],
    errors: ['resource_missing', 'routing_unavailable'],
  },
  retrieveRoutingHealth: {
    tag: 'Routing rules',
    summary: 'Retrieve the health of PSPs',
    description:
      'How each PSP account does, by currency, what rules that steer shift away from it now, and on what evidence. Before anything was counted, `version` is 0 and `strata` is empty. Figures are at most a minute old; states and weights are those in force.',
    answers: ['HealthVerdict'],
    errors: [],
  },
  listRoutingRuleVersions: {
    tag: 'Routing rules',
    summary: 'List the versions of a rule',
    description:
      'Who changed a rule, when, why, and what: newest first, at most 100 and about a megabyte. `has_more` says whether there are older ones; retrieve those by their number.',
    path,
    answers: ['RoutingRuleVersionList'],
    errors: ['resource_missing', 'routing_unavailable'],
  },
  retrieveRoutingRuleVersion: {
    tag: 'Routing rules',
    summary: 'Retrieve a version of a rule',
    description: 'One version, in force or not. Its content never changes.',
    path: versionPath,
    etag: 'answered',
    answers: ['RoutingRuleVersion'],
    errors: ['resource_missing', 'routing_unavailable'],
  },
  approveRoutingRuleVersion: {
    tag: 'Routing rules',
    summary: 'Approve a draft of a rule',
    description:
      'Puts a draft into force, with another API key than it was written with. Refused with `version_conflict` if another version came into force since it was written: publish it again.',
    path: versionPath,
    body: noFields,
    etag: 'taken',
    answers: ['PublishedRoutingRule'],
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
    summary: 'Take a change of a rule back',
    description:
      'Publishes what an earlier version had, as a new version. In force everywhere within 30 seconds. The version it replaces is `rolled_back`.',
    path,
    body: {
      name: 'RollBackRoutingRule',
      schema: rollBackRuleBody,
      words: {
        '': 'The version to go back to.',
        to: 'Its number. It must have been in force once.',
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
      'Gives the version that is being rolled out another share of the sessions, takes it back (`stop`) or puts it in the place of the rule in force (`complete`). In force everywhere within 30 seconds. A session that is created keeps its plan; a growing share takes no session away from the candidate.',
    path,
    body: {
      name: 'ChangeRollout',
      schema: changeRolloutBody,
      words: {
        '': 'Another share, or the end.',
        percent:
          'The share of the sessions, in percent; 100 completes the rollout. Steps of `then` above it stay.',
        action: '`stop` takes the version back, `complete` puts it in the place of the rule in force.',
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
      'A backtest that took longer than five seconds goes on by itself. Kept for 30 days. Read it again while it is `running`.',
    path: { id: 'The id of the backtest.' },
    answers: ['Backtest'],
    errors: ['resource_missing'],
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

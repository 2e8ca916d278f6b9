import { describe } from '@jest/globals';
import { describeAmounts } from './describe-amounts.ts';
import { describeAnswers } from './describe-answers.ts';
import { describeCapabilities } from './describe-capabilities.ts';
import { describeCodes } from './describe-codes.ts';
import { describeFacts } from './describe-facts.ts';
import { describeFaults } from './describe-faults.ts';
import { describeReads } from './describe-reads.ts';
import { describeReplays } from './describe-replays.ts';
import { describeRequests } from './describe-requests.ts';
import { describeReturns } from './describe-returns.ts';
import { describeTokenKinds } from './describe-token-kinds.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import type { PspSubject } from './psp-subject.ts';

/** The contract every adapter passes. A new one gets its checklist from what fails here. */
export const describePsp = (subject: PspSubject): void => {
  describe(subject.name, () => {
    describeCapabilities(subject);
    describeRequests(subject);
    describeAnswers(subject);
    describeFaults(subject);
    describeFacts(subject);
    describeReads(subject);
    describeReplays(subject);
    describeCodes(subject);
    describeAmounts(subject);
    describeReturns(subject);
    describeTokenKinds(subject);
    describeWebhooks(subject);
  });
};

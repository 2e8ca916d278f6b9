import type { Descriptions } from './descriptions.ts';
import { minorUnit } from './minor-unit.ts';

const byFact = 'Null if split by brand, country or outcome.';

export const statsDescriptions: Descriptions = {
  Stats: {
    '': 'Numbers of a time.',
    object: 'Always `stats`.',
    complete_until:
      'What happened before this is counted, unless the recording of changes is behind, for which an alarm rings. Unix seconds.',
    rows: 'By time, then by what they are split by.',
  },
  StatsRow: {
    '': 'The numbers of one time and one part.',
    from: 'The begin of the first hour counted. Unix seconds.',
    to: 'The end of the last. Unix seconds.',
    psp: 'The PSP account, if split by it.',
    currency: 'The currency, if split by it.',
    brand: 'The card’s brand, if split by it; null if unknown.',
    country: 'The country of the card’s issuer, if split by it; null if unknown.',
    outcome: 'The outcome of the attempts, if split by it.',
    attempts: 'Attempts whose outcome became known. A failover is an attempt of its own.',
    approved: 'Those that held or took the money.',
    approval_interval: 'The 95 % interval of their share (Wilson), between 0 and 1. Null without attempts.',
    recovered: `Attempts approved after another PSP had refused in the same confirm; they count at the PSP that took the money. ${byFact}`,
    lost_answers: `Attempts whose PSP’s answer did not arrive, so that the PSP was asked what had become of them. ${byFact}`,
    latency_p50_ms: `Half of the attempts that took the money at once were answered within this time, right within a fifth; without lost answers, from the customer’s return where there was one. Null if there were none. ${byFact}`,
    latency_p95_ms: `The same for 95 %. ${byFact}`,
    captured: `What was captured. ${byFact}`,
    refunded: `What was refunded, less refunds that failed after all. ${byFact}`,
    disputed: `Disputes that were opened, each once, even if it is reopened. ${byFact}`,
  },
  LostAnswers: {
    '': 'Attempts whose answer was lost.',
    count: 'How many.',
    captured:
      'Those that turned out to have taken money. Trying another PSP on the silence would have charged these customers twice.',
  },
  MoneySum: {
    '': 'How often money moved, and how much.',
    count: 'How often. Negative if more was taken back than came.',
    amount: `${minorUnit} Null unless split by currency.`,
  },
};

import { describe, expect, test } from '@jest/globals';
import { readSpec } from '../tools/specs.ts';
import { exchangesOf, type Recording } from './exchanges-of.ts';
import type { PaymentFacts, PspSubject, Scene } from './psp-subject.ts';
import { call, moneyOf, paidAttempt, paymentRequest, sampleAttempt, scripted } from './samples.ts';
import { specification } from './specification.ts';
import { watchReads } from './watch-reads.ts';

/**
 * A field of a misspelt name compiles and reads as absent: whatever the adapter looks for in an answer, the official document names. A schema of our own
 * for each answer would only repeat how we read the document. Does not see events, or branches that no scripted answer reaches.
 */
export const describeReads = (subject: PspSubject): void => {
  describe('reads', () => {
    const { corrected = (document) => document, added, read_beyond = {} } = subject.specification;
    const document = corrected(readSpec(subject.specification.document));
    const specified = document === undefined ? test.skip : test;
    const checker = () => specification(document, subject.account.base_url, added);
    const runs = { ...exchangesOf(subject), ...scenes(subject), ...found(subject) };
    const met = new Set<string>();

    specified.each(Object.entries(runs))('%s looks for what the answer may have', async (_, run) => {
      for (const { request, answer, read } of await watchReads(run)) {
        const unknown = checker().unknownReads(request, answer, read);
        for (const path of unknown) met.add(path);
        const surprising = unknown.filter((path) => !Object.hasOwn(read_beyond, path));
        expect({ url: request.url, surprising }).toEqual({ url: request.url, surprising: [] });
      }
    });

    specified('what is said to be read beyond the document is', () => {
      expect(Object.keys(read_beyond).filter((path) => !met.has(path))).toEqual([]);
    });

    specified('a misspelt field is caught', async () => {
      const [run] = Object.values(exchangesOf(subject));
      const misread = async (): Promise<Recording> => {
        const recording = await (run?.() as Promise<Recording>);
        for (const { answer } of recording.exchanges)
          if (answer.kind === 'answered') Object.hasOwn(JSON.parse(answer.body), 'surprise');
        return recording;
      };
      for (const { request, answer, read } of await watchReads(misread))
        expect(checker().unknownReads(request, answer, read)).toContain('surprise');
    });
  });
};

const scenes = (subject: PspSubject): Readonly<Record<string, () => Promise<Recording>>> => {
  const all: readonly Scene[] = [
    ...(['captured', 'approved', 'requires_action', 'pending'] as const).map((scene) => ({ scene })),
    { scene: 'declined', code: subject.codes.generic_decline },
  ];
  return Object.fromEntries(
    all.flatMap((scene) => {
      const attempt = sampleAttempt({ capture_method: scene.scene === 'approved' ? 'manual' : 'automatic' });
      const play = () => scripted(subject, subject.play(scene, attempt, moneyOf(attempt)));
      const authorized = async () => {
        const recording = play();
        await recording.psp.authorize(attempt, paymentRequest(subject), call);
        return recording;
      };
      const looked = async () => {
        const recording = play();
        await recording.psp.lookUp?.(attempt, call);
        return recording;
      };
      return [
        [`an authorisation: ${scene.scene}`, authorized],
        [`a look-up: ${scene.scene}`, looked],
      ];
    }),
  );
};

const found = (subject: PspSubject): Readonly<Record<string, () => Promise<Recording>>> => {
  const { facts } = subject;
  if (facts === undefined || subject.adapter.capabilities.look_up === null) return {};
  const reported: readonly PaymentFacts[] = [{ captured: 2_599, refunded: 400 }, { hold: 'voided' }];
  return {
    ...Object.fromEntries(
      reported.map((payment) => [
        `a look-up: ${JSON.stringify(payment)}`,
        async () => {
          const attempt = await paidAttempt(subject, 'manual');
          const recording = scripted(subject, facts.playFacts(payment, attempt, moneyOf(attempt)));
          await recording.psp.lookUp?.(attempt, call);
          return recording;
        },
      ]),
    ),
    ...(facts.playRefunds && {
      'a look-up of two refunds': async () => {
        const attempt = await paidAttempt(subject, 'automatic');
        const refunds = [
          { psp_reference: 're_1', operation: 're_1', amount: 400, status: 'succeeded' },
          { psp_reference: 're_2', amount: 100, status: 'failed' },
        ] as const;
        const recording = scripted(
          subject,
          facts.playRefunds?.(refunds, attempt, false) ?? (() => undefined),
        );
        await recording.psp.lookUpRefunds?.(attempt, call);
        return recording;
      },
    }),
  };
};

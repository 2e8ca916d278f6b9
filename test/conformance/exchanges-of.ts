import type { PspSubject } from './psp-subject.ts';
import {
  call,
  captureMethodFor,
  cardRequest,
  moneyOf,
  operationNames,
  paidAttempt,
  sampleAttempt,
  sampleOperation,
  scripted,
  tokenRequest,
} from './samples.ts';
import type { Exchange } from './scripted-transport.ts';

type Run = () => Promise<readonly Exchange[]>;

/** Every call of the port on a PSP that behaves, by name: what was sent and answered. */
export const exchangesOf = (subject: PspSubject): Readonly<Record<string, Run>> => ({
  ...authorizations(subject),
  ...lookUps(subject),
  ...operations(subject),
});

const authorizations = (subject: PspSubject): Readonly<Record<string, Run>> => {
  const attempt = sampleAttempt();
  const captured = () => scripted(subject, subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)));
  return {
    'authorize with a card': async () => {
      const { psp, exchanges } = captured();
      await psp.authorize(attempt, cardRequest(), call);
      return exchanges;
    },
    'authorize with a token': async () => {
      const { psp, exchanges } = captured();
      await psp.authorize(attempt, tokenRequest(subject), call);
      return exchanges;
    },
    'authorize for a manual capture': async () => {
      const manual = sampleAttempt({ capture_method: 'manual' });
      const { psp, exchanges } = scripted(
        subject,
        subject.play({ scene: 'approved' }, manual, moneyOf(manual)),
      );
      await psp.authorize(manual, cardRequest(), call);
      return exchanges;
    },
    'authorize that is declined': async () => {
      const code = subject.codes.may_fail_over[0] ?? '';
      const script = subject.play({ scene: 'declined', code }, attempt, moneyOf(attempt));
      const { psp, exchanges } = scripted(subject, script);
      await psp.authorize(attempt, cardRequest(), call);
      return exchanges;
    },
  };
};

const lookUps = (subject: PspSubject): Readonly<Record<string, Run>> => {
  const attempt = sampleAttempt();
  const acting = () =>
    scripted(subject, subject.play({ scene: 'requires_action' }, attempt, moneyOf(attempt)));
  const captured = () => scripted(subject, subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)));
  const { look_up, fence, three_d_secure } = subject.adapter.capabilities;
  return {
    ...(three_d_secure && {
      'authorize that needs the customer': async () => {
        const { psp, exchanges } = acting();
        await psp.authorize(attempt, cardRequest(), call);
        return exchanges;
      },
      'complete the authentication': async () => {
        const known = await paidAttempt(subject, 'automatic');
        const { psp, exchanges } = captured();
        await psp.completeAuthentication(known, subject.return_params, call);
        return exchanges;
      },
    }),
    ...(look_up && {
      'look up': async () => {
        const { psp, exchanges } = captured();
        await psp.lookUp?.(attempt, call);
        return exchanges;
      },
    }),
    ...(fence && {
      fence: async () => {
        const { psp, exchanges } = acting();
        await psp.fence?.(attempt, call);
        return exchanges;
      },
    }),
  };
};

const operations = (subject: PspSubject): Readonly<Record<string, Run>> => {
  const runs: Record<string, Run> = {};
  for (const name of operationNames(subject)) {
    runs[name] = async () => {
      const attempt = await paidAttempt(subject, captureMethodFor(name));
      const operation = sampleOperation(name);
      const echo = { amount: operation.amount, currency: attempt.currency };
      const { psp, exchanges } = scripted(subject, subject.playOperation(name, attempt, operation, echo));
      await psp[name](attempt, operation, call);
      return exchanges;
    };
  }
  if (!subject.adapter.capabilities.refund.look_up) return runs;
  return {
    ...runs,
    'look up a refund': async () => {
      const attempt = await paidAttempt(subject, 'automatic');
      const operation = sampleOperation('refund');
      const echo = { amount: operation.amount, currency: attempt.currency };
      const { psp, exchanges } = scripted(subject, subject.playOperation('refund', attempt, operation, echo));
      await psp.lookUpRefund?.(attempt, operation, call);
      return exchanges;
    },
  };
};

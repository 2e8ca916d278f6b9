import type { PspSubject } from './psp-subject.ts';
import {
  call,
  captureMethodFor,
  cardRequest,
  keepingRequest,
  moneyOf,
  operationNames,
  paidAttempt,
  paymentRequest,
  repeatRequest,
  sampleAttempt,
  sampleOperation,
  scripted,
  tokenRequest,
} from './samples.ts';
import type { ScriptedTransport } from './scripted-transport.ts';

/** What was sent and answered, and how long it could have taken. */
export type Recording = Pick<ScriptedTransport, 'exchanges' | 'longest'>;

type Run = () => Promise<Recording>;

/** Every call of the port on a PSP that behaves, by name. */
export const exchangesOf = (subject: PspSubject): Readonly<Record<string, Run>> => ({
  ...authorizations(subject),
  ...lookUps(subject),
  ...operations(subject),
});

const authorizations = (subject: PspSubject): Readonly<Record<string, Run>> => {
  const attempt = sampleAttempt();
  const captured = () => scripted(subject, subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)));
  return {
    ...(subject.adapter.capabilities.card && {
      'authorize with a card': async () => {
        const recording = captured();
        await recording.psp.authorize(attempt, cardRequest(), call);
        return recording;
      },
    }),
    ...(subject.adapter.capabilities.card && {
      'authorize and keep the card': async () => {
        const recording = captured();
        await recording.psp.authorize(attempt, keepingRequest(), call);
        return recording;
      },
    }),
    ...(subject.adapter.capabilities.network_transaction_id && {
      'authorize for the merchant alone': async () => {
        const recording = captured();
        await recording.psp.authorize(attempt, repeatRequest(), call);
        return recording;
      },
    }),
    'authorize with a token': async () => {
      const recording = captured();
      await recording.psp.authorize(attempt, tokenRequest(subject), call);
      return recording;
    },
    'authorize for a manual capture': async () => {
      const manual = sampleAttempt({ capture_method: 'manual' });
      const recording = scripted(subject, subject.play({ scene: 'approved' }, manual, moneyOf(manual)));
      await recording.psp.authorize(manual, paymentRequest(subject), call);
      return recording;
    },
    'authorize that is declined': async () => {
      const scene = { scene: 'declined', code: subject.codes.generic_decline } as const;
      const script = subject.play(scene, attempt, moneyOf(attempt));
      const recording = scripted(subject, script);
      await recording.psp.authorize(attempt, paymentRequest(subject), call);
      return recording;
    },
  };
};

const lookUps = (subject: PspSubject): Readonly<Record<string, Run>> => {
  const attempt = sampleAttempt();
  const acting = () =>
    scripted(subject, subject.play({ scene: 'requires_action' }, attempt, moneyOf(attempt)));
  const captured = () => scripted(subject, subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)));
  const { look_up, cancel_by_reference, three_d_secure } = subject.adapter.capabilities;
  return {
    ...(three_d_secure && {
      'authorize that needs the customer': async () => {
        const recording = acting();
        await recording.psp.authorize(attempt, paymentRequest(subject), call);
        return recording;
      },
      'complete the authentication': async () => {
        const known = await paidAttempt(subject, 'automatic');
        const recording = captured();
        await recording.psp.completeAuthentication(known, subject.return_params, call);
        return recording;
      },
    }),
    ...(look_up && {
      'look up': async () => {
        const recording = captured();
        await recording.psp.lookUp?.(attempt, call);
        return recording;
      },
    }),
    ...(cancel_by_reference && {
      cancelByReference: async () => {
        const recording = acting();
        await recording.psp.cancelByReference?.(attempt, call);
        return recording;
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
      const recording = scripted(subject, subject.playOperation(name, attempt, operation, echo));
      await recording.psp[name](attempt, operation, call);
      return recording;
    };
  }
  const { facts } = subject;
  return {
    ...runs,
    ...(facts?.playRefunds && {
      'look up the refunds': async () => {
        const known = await paidAttempt(subject, 'automatic');
        const recording = scripted(subject, facts.playRefunds?.([], known, false) ?? (() => undefined));
        await recording.psp.lookUpRefunds?.(known, call);
        return recording;
      },
    }),
  };
};

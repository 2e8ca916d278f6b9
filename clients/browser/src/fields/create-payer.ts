import type { ToFrame } from '../protocol.ts';
import type { ConfirmResult } from '../types.ts';

export type Payer = {
  readonly connected: (port: MessagePort) => void;
  /** The frame cannot be reached any more, or never could. */
  readonly gone: (reason: string) => void;
  readonly answered: (id: number, result: ConfirmResult) => void;
  readonly say: (message: ToFrame) => void;
  readonly confirm: (client_secret: string) => Promise<ConfirmResult>;
};

/** Longer than the frame itself goes on asking, so that its own answer is the one that counts. */
const limit_ms = 180_000;

/** What was sent may have had its effect. */
const nobodyKnows: ConfirmResult = { status: 'processing', session: null };

/** The channel to the frame, and one confirm at a time through it. */
export const createPayer = (): Payer => {
  const answers = new Map<number, (result: ConfirmResult) => void>();
  let connected: Payer['connected'] = () => {};
  let fail: (error: Error) => void = () => {};
  let under_way: { readonly client_secret: string; readonly result: Promise<ConfirmResult> } | undefined;
  let confirms = 0;
  const channel = new Promise<MessagePort>((resolve, reject) => {
    connected = resolve;
    fail = reject;
  });
  channel.catch(() => {});

  const pay = async (client_secret: string): Promise<ConfirmResult> => {
    const port = await channel;
    const id = ++confirms;
    const result = await new Promise<ConfirmResult>((resolve) => {
      const limit = setTimeout(() => resolve(nobodyKnows), limit_ms);
      answers.set(id, (answer) => {
        clearTimeout(limit);
        resolve(answer);
      });
      const message: ToFrame = { type: 'confirm', id, client_secret };
      port.postMessage(message);
    });
    answers.delete(id);
    if (result.status !== 'redirecting') return result;
    if (!/^https?:\/\//i.test(result.url)) return nobodyKnows;
    window.location.assign(result.url);
    return result;
  };

  return {
    connected: (port) => connected(port),
    gone: (reason) => {
      fail(new Error(reason));
      for (const answer of answers.values()) answer(nobodyKnows);
    },
    answered: (id, result) => answers.get(id)?.(result),
    say: (message) => void channel.then((port) => port.postMessage(message)).catch(() => {}),
    confirm: (client_secret) => {
      if (under_way && under_way.client_secret !== client_secret)
        return Promise.reject(new Error('Another session is being confirmed with this card'));
      const result =
        under_way?.result ??
        pay(client_secret).finally(() => {
          under_way = undefined;
        });
      under_way = { client_secret, result };
      return result;
    },
  };
};

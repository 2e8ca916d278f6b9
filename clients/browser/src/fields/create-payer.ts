import type { ShowChallenge } from '../challenge/show-challenge.ts';
import { isWebAddress } from '../is-web-address.ts';
import { nobodyKnows } from '../nobody-knows.ts';
import type { ToFrame, ToWalletFrame, WalletMethod } from '../protocol.ts';
import { complain, notASecret, sessionOf } from '../session-of.ts';
import type { ConfirmResult } from '../types.ts';

export type Payer = {
  readonly answered: (id: number, result: ConfirmResult) => void;
  /** The frame that was asked can no longer answer. */
  readonly forget: () => void;
  /** The fields are gone for good, and a challenge that they show with them. */
  readonly destroyed: () => void;
  /** `method`: what a wallet has approved. */
  readonly confirm: (client_secret: string, method?: WalletMethod) => Promise<ConfirmResult>;
};

/** Longer than the frame itself keeps asking, vault and last reading included, so that its own answer comes first. */
export const limit_ms = 330_000;

type Order<Message> = Message extends unknown ? Omit<Message, 'id' | 'client_secret'> : never;
type Task = Order<Extract<ToFrame, { id: number }> | ToWalletFrame>;

/**
 * One confirm at a time, through the channel from `port`. `order`: the task for the frame. `patience_ms`: how long a page waits for the result. `tell`:
 * hears of each result, and whether it came after that. `challenge`: shows 3-D Secure in a frame.
 */
export const createPayer = (
  port: () => Promise<MessagePort>,
  order: (method?: WalletMethod) => Task,
  patience_ms: number,
  tell: (result: ConfirmResult, late: boolean) => void,
  challenge?: ShowChallenge,
): Payer => {
  let answer: (result: ConfirmResult) => void = () => {};
  let under_way: Promise<ConfirmResult> | undefined;
  let secret = '';
  let asked = 0;
  let gone = new AbortController();

  const ask = (channel: MessagePort, task: Task): Promise<ConfirmResult> =>
    new Promise((resolve) => {
      const limit = setTimeout(() => answer(nobodyKnows), limit_ms);
      answer = (result) => {
        clearTimeout(limit);
        answer = () => {};
        resolve(result);
      };
      channel.postMessage({ ...task, id: ++asked, client_secret: secret });
    });

  const pay = async (method?: WalletMethod): Promise<ConfirmResult> => {
    const channel = await port();
    return new Promise((resolve) => {
      let late = false;
      let impatience = 0;
      const wait = (): void => {
        impatience = window.setTimeout(
          () => {
            resolve(nobodyKnows);
            late = true;
          },
          Math.min(patience_ms, limit_ms),
        );
      };
      wait();
      void ask(channel, order(method))
        .then((result) => {
          clearTimeout(impatience);
          return leaveFor(result, wait);
        })
        .then((result) => {
          clearTimeout(impatience);
          under_way = undefined;
          resolve(result);
          tell(result, late);
        });
    });
  };

  /** The channel is a new one if the page has moved the fields meanwhile. */
  const askOfReturn = (): Promise<ConfirmResult> =>
    port()
      .then((channel) => ask(channel, { type: 'returned' }))
      .catch(() => nobodyKnows);

  /** `wait`: from here on the customer waits for us again, not we for them. */
  const leaveFor = async (result: ConfirmResult, wait: () => void): Promise<ConfirmResult> => {
    if (result.status !== 'redirecting') return result;
    const { url, frame } = result;
    if (!isWebAddress(url)) return nobodyKnows;
    gone = new AbortController();
    const end = frame && challenge && (await challenge(url, gone.signal).catch(() => undefined));
    if (end === 'gone') return nobodyKnows;
    if (end === 'ended') {
      wait();
      return askOfReturn();
    }
    location.assign(url);
    return result;
  };

  return {
    answered: (id, result) => {
      if (id === asked) answer(result);
    },
    forget: () => answer(nobodyKnows),
    destroyed: () => gone.abort(),
    confirm: (client_secret, method) => {
      if (!sessionOf(client_secret)) {
        complain(client_secret);
        return Promise.resolve(notASecret);
      }
      if (under_way && client_secret !== secret)
        return Promise.reject(new Error('Another session is being confirmed with this card'));
      secret = client_secret;
      under_way ??= pay(method).catch((error) => {
        under_way = undefined;
        throw error;
      });
      return under_way;
    },
  };
};

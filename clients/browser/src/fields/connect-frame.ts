import type { Connect, Hello, Invitation, Part } from '../protocol.ts';
import type { CardStyle } from '../types.ts';
import { randomId } from './random-id.ts';

export type FrameOptions = {
  /** The frame's address. */
  readonly address: URL;
  readonly style: CardStyle;
  readonly client_secret?: string | undefined;
  readonly part?: Part;
};

type Handlers<Message> = {
  readonly hear: (message: Message) => void;
  /** The frame was loaded again because the page moved it: its content and its channel are lost. */
  readonly reloaded: () => void;
  /** No frame said hello. */
  readonly failed: () => void;
};

export type FrameLink = {
  readonly frame: HTMLIFrameElement;
  /** The channel to the frame as it is in the page now. Rejects if there is none; then nothing was sent. */
  readonly port: () => Promise<MessagePort>;
  readonly close: () => void;
};

/**
 * Puts the frame into `parent` and opens a channel to it each time it says hello from the exact origin and window, with the nonce. A browser reloads
 * a frame when the page moves it, so there may be several hellos; each gets a new channel, and the old one ends.
 */
export const connectFrame = <Message>(
  parent: Element,
  options: FrameOptions,
  { hear, reloaded, failed }: Handlers<Message>,
): FrameLink => {
  const { address, style, client_secret } = options;
  const nonce = randomId();
  const frame = createFrame(options, nonce);
  const hello = awaitHello(parent, frame, failed);
  let open: { readonly port: MessagePort; readonly to: Window | null } | undefined;

  const onMessage = ({ source, origin, data }: MessageEvent<Hello | null>) => {
    if (origin !== address.origin || source !== frame.contentWindow) return;
    if (data?.type !== 'payment-fields:hello' || data.nonce !== nonce) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (message: MessageEvent<Message>) => hear(message.data);
    const greeting: Connect = { type: 'payment-fields:connect', nonce, style, client_secret };
    frame.contentWindow?.postMessage(greeting, address.origin, [port2]);
    open?.port.close();
    if (open) reloaded();
    open = { port: port1, to: frame.contentWindow };
    hello.came(port1);
  };
  window.addEventListener('message', onMessage);
  parent.append(frame);
  return {
    frame,
    port: async () => {
      if (!frame.isConnected) throw new Error('The card fields are not in the page');
      // A moved frame has a new window, and everything sent to the old one is lost.
      return open && open.to === frame.contentWindow ? open.port : hello.next(open !== undefined);
    },
    close: () => {
      window.removeEventListener('message', onMessage);
      hello.cancel();
      frame.remove();
    },
  };
};

const createFrame = ({ address, style, part }: FrameOptions, nonce: string): HTMLIFrameElement => {
  const invitation: Invitation = { origin: window.location.origin, nonce, ...(part && { part }) };
  const frame = document.createElement('iframe');
  frame.style.cssText = `display:block;width:100%;height:0;border:0;color-scheme:${style.colorScheme ?? 'light'}`;
  frame.src = `${address.href}#${encodeURIComponent(JSON.stringify(invitation))}`;
  return frame;
};

/** How long a frame may take to say hello before it is reloaded once, and then given up. */
const hello_ms = 10_000;

/** How long a document may be silent after it was loaded: ours says hello before that, a refusal of the browser never. */
const silence_ms = 400;

/** The next hello, with its limit. Starts waiting at once. */
const awaitHello = (parent: Element, frame: HTMLIFrameElement, failed: () => void) => {
  let came: (port: MessagePort) => void = () => {};
  let fail: (error: Error) => void = () => {};
  let next: Promise<MessagePort>;
  let timer = 0;
  let silence = 0;
  let left = 0;
  let waiting = false;
  const wait = (tries: number) => {
    waiting = true;
    next = new Promise((resolve, reject) => {
      came = resolve;
      fail = reject;
    });
    next.catch(() => {});
    left = tries;
    timer = window.setInterval(giveUp, hello_ms);
  };
  const giveUp = () => {
    // Appending a frame again, even to the same place, reloads it.
    if (--left > 0) return void parent.append(frame);
    const reason = `The card fields do not answer from ${new URL(frame.src).origin}. Is ${window.location.origin} in FRAME_ANCESTORS, or in frame_ancestors in infra/environments.ts?`;
    console.error(reason);
    end(reason);
    failed();
  };
  const end = (reason: string) => {
    waiting = false;
    window.clearInterval(timer);
    window.clearTimeout(silence);
    fail(new Error(reason));
  };
  frame.addEventListener('load', () => {
    window.clearTimeout(silence);
    if (waiting) silence = window.setTimeout(giveUp, silence_ms);
  });
  wait(2);
  return {
    came: (port: MessagePort) => {
      window.clearInterval(timer);
      window.clearTimeout(silence);
      waiting = false;
      came(port);
    },
    /** `again`: there was a hello before, so a new wait begins unless one is in progress. */
    next: (again: boolean): Promise<MessagePort> => {
      if (again && !waiting) wait(1);
      return next;
    },
    cancel: () => end('The card element is gone'),
  };
};

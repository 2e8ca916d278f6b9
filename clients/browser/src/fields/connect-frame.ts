import type { Connect, FromFrame, Hello, Invitation } from '../protocol.ts';
import type { CardStyle } from '../types.ts';

type Handlers = {
  readonly connected: (port: MessagePort) => void;
  readonly hear: (frame: HTMLIFrameElement, message: FromFrame) => void;
  readonly failed: () => void;
};

/** How long a frame may take to say hello before it is loaded anew, and then given up. */
const hello_ms = 10_000;

/**
 * Puts the frame into `parent` and opens the channel to it, once its hello came from the exact origin and window and showed the nonce. Gives what takes
 * both away again.
 */
export const connectFrame = (
  parent: Element,
  address: URL,
  style: CardStyle,
  { connected, hear, failed }: Handlers,
): (() => void) => {
  const nonce = Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
  const invitation: Invitation = { origin: window.location.origin, nonce };
  const frame = document.createElement('iframe');
  frame.title = 'Secure card payment fields';
  frame.style.cssText = `display:block;width:100%;height:0;border:0;color-scheme:${style.colorScheme ?? 'light'}`;
  frame.src = `${address.href}#${encodeURIComponent(JSON.stringify(invitation))}`;

  const onMessage = ({ source, origin, data }: MessageEvent<Hello | null>) => {
    if (origin !== address.origin || source !== frame.contentWindow) return;
    if (data?.type !== 'payment-fields:hello' || data.nonce !== nonce) return;
    stop();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (message: MessageEvent<FromFrame>) => hear(frame, message.data);
    const greeting: Connect = { type: 'payment-fields:connect', nonce, style };
    frame.contentWindow?.postMessage(greeting, address.origin, [port2]);
    connected(port1);
  };
  let tries = 1;
  const timer = setInterval(() => {
    // A frame that is moved, even to where it is, loads anew.
    if (tries++ < 2) return void parent.append(frame);
    stop();
    failed();
  }, hello_ms);
  const stop = () => {
    clearInterval(timer);
    window.removeEventListener('message', onMessage);
  };

  window.addEventListener('message', onMessage);
  parent.append(frame);
  return () => {
    stop();
    frame.remove();
  };
};

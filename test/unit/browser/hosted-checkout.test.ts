import { afterAll, expect, test } from '@jest/globals';
import type { Screen } from '../../../clients/browser/src/page/create-screen.ts';
import type { ToFrame } from '../../../clients/browser/src/protocol.ts';
import type { ConfirmResult } from '../../../clients/browser/src/types.ts';

const id = `cs_${'0'.repeat(26)}`;
const secret = `${id}_secret_k1abc`;
const bank = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds' } };
const unpaid = {
  id,
  object: 'checkout.session',
  status: 'open',
  amount: 2599,
  currency: 'eur',
  success_url: 'https://shop.example/thanks',
  cancel_url: null,
  payment_status: 'unpaid',
};
const address = { origin: 'https://pay.example', href: 'https://pay.example/pay/x', pathname: '/pay/x' };
const stubs = ['window', 'document', 'location', 'addEventListener', 'removeEventListener'];

afterAll(() => {
  for (const name of stubs) Reflect.deleteProperty(globalThis, name);
});

/** The hosted page of a session that is read as this, in a browser that consists of one frame. */
const openPage = async (read: () => object) => {
  const page = new EventTarget();
  const ports: MessagePort[] = [];
  const contentWindow = {
    postMessage: (_: unknown, __: string, [port]: MessagePort[]) => ports.push(port as MessagePort),
  };
  const frame = {
    style: {},
    isConnected: true,
    contentWindow,
    src: '',
    addEventListener: () => {},
    remove: () => {},
  };
  Object.assign(globalThis, {
    window: { location: address, setTimeout },
    location: address,
    document: { createElement: () => frame, getElementById: () => null, querySelector: () => null },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
  const { openCheckout } = await import('../../../clients/browser/src/page/open-checkout.ts');
  let busy = false;
  const screen = {
    merchant: 'Shop',
    card: { append: () => {} },
    show: () => {},
    say: () => {},
    busy: (is: boolean) => {
      busy = is;
    },
  } as unknown as Screen;
  const exchange = async () => ({ status: 200, body: read(), retry_after_s: 0, should_retry: true });
  const checkout = openCheckout({
    screen,
    ports: { exchange, sleep: () => new Promise((resolve) => setTimeout(resolve, 5)) },
    frame: new URL('https://pay.example/fields/v1/frame.html'),
    taken: { id, secret },
  });
  await checkout.look();
  const { nonce } = JSON.parse(decodeURIComponent(new URL(frame.src).hash.slice(1)));
  const data = { type: 'payment-fields:hello', nonce };
  page.dispatchEvent(
    Object.assign(new Event('message'), { source: contentWindow, origin: address.origin, data }),
  );
  const [port] = ports;
  if (!port) throw new Error('The frame was not connected.');
  /** Presses the button, and lets the frame answer with this. */
  const pay = async (result: ConfirmResult) => {
    port.onmessage = ({ data: order }: MessageEvent<ToFrame>) =>
      port.postMessage({ type: 'result', id: 'id' in order && order.id, result });
    void checkout.pay();
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  return { pay, isBusy: () => busy, close: () => port.close() };
};

test('a payment that turns out to wait for the bank leaves the button free for another card; one without answer does not', async () => {
  let session: object = unpaid;
  const { pay, isBusy, close } = await openPage(() => session);
  session = { ...unpaid, payment_status: 'processing' };
  await pay({ status: 'processing', session: null });
  expect(isBusy()).toBe(true);
  session = { ...unpaid, payment_status: 'requires_action', next_action: bank };
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isBusy()).toBe(false);
  session = unpaid;
  await new Promise((resolve) => setTimeout(resolve, 50));
  close();
});

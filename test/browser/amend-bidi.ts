import type { Browser } from 'playwright-core';

type Sent = { readonly request: string; readonly bodySize: number };
type Bytes = { readonly type: 'string' | 'base64'; readonly value: string };
type Result = { readonly bytes?: Bytes };
type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly request?: Sent };
  readonly type?: string;
  readonly result?: Result;
  readonly message?: string;
};
type Transport = { send: (message: object) => void; onmessage: (message: Message) => void };

/** What is behind a browser that Playwright drives over BiDi. */
type BidiBrowser = {
  readonly _connection: { readonly _transport: Transport };
  readonly _bidiPages: Map<
    string,
    { readonly _networkManager: { readonly _requests: Map<string, BidiRequest> } }
  >;
};
type BidiRequest = { readonly request: { _postData: Buffer | null } };

/**
 * Sits between Playwright and a Firefox that is not of its age: Playwright sets media features, which Debian's Firefox cannot yet, and does not ask for
 * the bodies of requests, which it has.
 */
export const amendBidi = async (browser: Browser): Promise<Browser> => {
  const { _connection, _bidiPages } = behind(browser);
  const transport = _connection._transport;
  const bodies = new Map<string, Buffer>();
  answerMediaFeatures(transport);
  holdEach(transport, async ({ method, params: { request } = {} }) => {
    if (method !== 'network.beforeRequestSent' || !request?.bodySize) return;
    const { bytes } = await ask('network.getData', { request: request.request, dataType: 'request' });
    if (bytes) bodies.set(request.request, bufferOf(bytes));
  });
  // After `holdEach`, where its answers would wait for themselves.
  const ask = asker(transport);
  await ask('network.addDataCollector', { dataTypes: ['request'], maxEncodedDataSize: 1_000_000 });
  onSet(_bidiPages, (_, page) =>
    onSet(page._networkManager._requests, (id, { request }) => {
      request._postData = bodies.get(id) ?? null;
      bodies.delete(id);
    }),
  );
  return browser;
};

const behind = (browser: Browser): BidiBrowser =>
  (browser as unknown as { _connection: { toImpl: (browser: Browser) => BidiBrowser } })._connection.toImpl(
    browser,
  );

const bufferOf = ({ type, value }: Bytes): Buffer =>
  Buffer.from(value, type === 'base64' ? 'base64' : 'utf8');

/** Answers for Firefox, whose preferences have them instead. */
const answerMediaFeatures = (transport: Transport): void => {
  const send = transport.send.bind(transport);
  transport.send = (message: Message) => {
    if (message.method !== 'emulation.setMediaFeaturesOverride') return send(message);
    transport.onmessage({ type: 'success', id: message.id ?? 0, result: {} });
  };
};

/** Hands each message on only after `first`, in their order. */
const holdEach = (transport: Transport, first: (message: Message) => Promise<void>): void => {
  const receive = transport.onmessage;
  let turn = Promise.resolve();
  transport.onmessage = (message) => {
    turn = turn.then(() => first(message)).then(() => receive(message));
  };
};

/** Asks what Playwright does not; the answers are not for it. */
const asker = (transport: Transport) => {
  const receive = transport.onmessage;
  const waiting = new Map<number, (answer: Message) => void>();
  let id = 2 ** 40;
  transport.onmessage = (message) => {
    const answer = waiting.get(message.id ?? 0);
    if (!answer) return receive(message);
    waiting.delete(message.id ?? 0);
    answer(message);
  };
  return async (method: string, params: object): Promise<Result> => {
    const answer = await new Promise<Message>((resolve) => {
      waiting.set(++id, resolve);
      transport.send({ id, method, params });
    });
    if (!answer.result) throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  };
};

const onSet = <T>(map: Map<string, T>, changed: (key: string, value: T) => void): void => {
  const set = map.set.bind(map);
  map.set = (key, value) => {
    changed(key, value);
    return set(key, value);
  };
};

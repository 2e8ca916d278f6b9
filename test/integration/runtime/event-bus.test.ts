import { afterAll, afterEach, expect, test } from '@jest/globals';
import { eventBus, putOnBus } from '../../../lib/runtime/event-bus.ts';
import { startAwsServer } from '../../../local/aws/start-aws-server.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'secret' };
const asked: { readonly target: unknown; readonly body: unknown }[] = [];
let failed = 0;
const bridge = await startAwsServer(
  ({ headers, body }) => {
    asked.push({ target: headers['x-amz-target'], body: JSON.parse(body.toString()) });
    return { status: 200, body: JSON.stringify({ FailedEntryCount: failed, Entries: [{}] }) };
  },
  { credentials },
);
const arn = 'arn:aws:events:us-east-1:123456789012:event-bus/payments';
Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_ENDPOINT_URL_EVENTS: bridge.url,
  MODE: 'test',
});
afterEach(() => {
  delete process.env.EVENT_BUS;
});
afterAll(() => bridge.close());

const body = '{"id":"evt_1","object":"event","type":"checkout.session.paid","created":1763630000,"data":{}}';

test('an event is put on the bus with its bytes as the detail, signed as AWS asks', async () => {
  process.env.EVENT_BUS = arn;
  const bus = eventBus();
  expect(bus).toMatchObject({ url: arn, events: ['*'], status: 'enabled' });
  expect(bus && (await putOnBus(bus, body))).toMatchObject({ kind: 'answered', status: 200 });
  expect(asked).toEqual([
    {
      target: 'AWSEvents.PutEvents',
      body: {
        Entries: [
          {
            EventBusName: arn,
            Source: 'payment-routing',
            DetailType: 'checkout.session.paid',
            Time: 1_763_630_000,
            Detail: body,
          },
        ],
      },
    },
  ]);
});

test('an event that EventBridge rejects in a 200 is not a success', async () => {
  process.env.EVENT_BUS = arn;
  failed = 1;
  const bus = eventBus();
  expect(bus && (await putOnBus(bus, body))).toMatchObject({ kind: 'answered', status: 500 });
});

test('without the setting there is no bus', () => {
  expect(eventBus()).toBeUndefined();
});

import { describe, expect, test } from '@jest/globals';
import type { InboundWebhook } from '../../lib/types/psp.ts';
import type { PspSubject } from './psp-subject.ts';
import { connect, now } from './samples.ts';
import { scriptedTransport } from './scripted-transport.ts';

/** Signatures over the raw bytes before anything is parsed, and what verified events claim. */
export const describeWebhooks = (subject: PspSubject): void => {
  const { events, tamper, unsign, malformed, window_ms, script = () => undefined } = subject.webhooks;
  const [current, previous] = subject.account.webhook_secrets;
  const read = (webhook: InboundWebhook) => {
    const { http } = scriptedTransport(script);
    return connect(subject, http).readWebhook(webhook);
  };

  describe('webhooks', () => {
    test.each(events.map((event) => [event.name, event] as const))('%s', async (_, { deliver, expected }) => {
      expect(await read(deliver(current, now))).toMatchObject({ ok: true, events: [expected] });
    });

    test('the secret before the rotation still counts', async () => {
      for (const { deliver } of events) expect((await read(deliver(previous, now))).ok).toBe(true);
    });

    test('another secret does not', async () => {
      const foreign = [...current].reverse().join('');
      for (const { deliver } of events)
        expect(await read(deliver(foreign, now))).toEqual({ ok: false, reason: 'signature' });
    });

    test('a body changed on the way', async () => {
      for (const { deliver } of events)
        expect(await read(tamper(deliver(current, now)))).toEqual({ ok: false, reason: 'signature' });
    });

    test('no signature', async () => {
      for (const { deliver } of events) {
        const { ok } = await read(unsign(deliver(current, now)));
        expect(ok).toBe(false);
      }
    });

    test('the same event delivered twice has one id, and two events have two', async () => {
      const ids = async () =>
        Promise.all(
          events.map(async ({ deliver }) => {
            const reading = await read(deliver(current, now));
            return reading.ok ? reading.events.map(({ id }) => id).join() : 'refused';
          }),
        );
      const first = await ids();
      expect(await ids()).toEqual(first);
      expect(new Set(first).size).toBe(events.length);
    });

    test('bytes that are not text', async () => {
      for (const { deliver } of events.slice(0, 1)) {
        const delivery = deliver(current, now);
        expect((await read({ ...delivery, body: new Uint8Array([0xff, 0xfe, 0x00, 0x80]) })).ok).toBe(false);
        expect((await read({ ...delivery, body: new Uint8Array() })).ok).toBe(false);
      }
    });

    if (malformed !== undefined)
      test('a signed body that is not an event', async () => {
        expect(await read(malformed(current, now))).toEqual({ ok: false, reason: 'malformed' });
      });

    if (window_ms !== undefined)
      test('a signed time outside the window, either way', async () => {
        for (const { deliver } of events) {
          expect((await read({ ...deliver(current, now - window_ms), now })).ok).toBe(true);
          expect(await read({ ...deliver(current, now - window_ms - 1_000), now })).toEqual({
            ok: false,
            reason: 'too_old',
          });
          expect((await read({ ...deliver(current, now + window_ms + 1_000), now })).ok).toBe(false);
        }
      });
  });
};

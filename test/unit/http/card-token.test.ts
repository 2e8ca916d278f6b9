import { describe, expect, test } from '@jest/globals';
import { confirmSessionBody } from '../../../lib/contract/bodies/confirm-session-body.ts';
import type { TrustedVault } from '../../../lib/http/read-receipt.ts';
import { toPaymentMethod } from '../../../lib/http/to-payment-method.ts';
import { vaultOffer } from '../../../lib/http/vault-offer.ts';
import { newSigningKey, verifyingKeyOf } from '../../../lib/runtime/signing-keys.ts';
import { verifyGrant } from '../../../lib/vault-protocol/grant.ts';
import { type Receipt, signReceipt } from '../../../lib/vault-protocol/receipt.ts';
import { sampleSession } from './records.ts';
import { sessionId } from './secrets.ts';

const now = Date.UTC(2027, 0, 1);
const token = `vt_${'0'.repeat(26)}`;
const [key, older, stranger] = [newSigningKey('r2'), newSigningKey('r1'), newSigningKey('r2')];
const content: Receipt = {
  token,
  merchant: 'shop',
  mode: 'test',
  session: sessionId,
  bin: '424242',
  last4: '4242',
  brand: 'visa',
  network: 'cartes_bancaires',
  exp_month: 12,
  exp_year: 2030,
  name: 'Ada Lovelace',
  created: now / 1000,
};
const vault: TrustedVault = {
  merchant: 'shop',
  mode: 'test',
  receipt_keys: [key, older].map(verifyingKeyOf),
};
const read = (receipt: string, given: object = {}, here: object = {}) =>
  toPaymentMethod(
    { type: 'card_token', token, receipt, ...given },
    { cardCapture: false, vault, session: sessionId, now, ...here },
  );
const refusal = (code: string, param: string) => expect.objectContaining({ code, details: { param } });

describe('a card token', () => {
  test.each([
    ['newest', key],
    ['former', older],
  ])('is what its receipt says, signed with the %s key', (_, signer) => {
    const { merchant: _m, mode: _o, session: _s, created: _c, ...card } = content;
    expect(read(signReceipt(content, signer))).toEqual({ type: 'card_token', card });
  });

  test('keeps the billing details of the confirm', () => {
    const billing_details = { address: { country: 'DE' } };
    expect(read(signReceipt(content, key), { billing_details })).toMatchObject({ billing_details });
  });

  test.each<[string, Partial<Receipt>]>([
    ['another session', { session: `cs_${'1'.repeat(26)}` }],
    ['the other mode', { mode: 'live' }],
    ['another merchant', { merchant: 'other' }],
    ['a card that has expired', { exp_month: 11, exp_year: 2026 }],
  ])('with a receipt of %s is refused', (_, changes) => {
    expect(() => read(signReceipt({ ...content, ...changes }, key))).toThrow(
      refusal('parameter_invalid', 'payment_method.receipt'),
    );
  });

  test('of our own vault comes with a receipt', () => {
    const options = { cardCapture: false, vault, session: sessionId, now };
    expect(() => toPaymentMethod({ type: 'card_token', token }, options)).toThrow(
      refusal('parameter_missing', 'payment_method.receipt'),
    );
  });

  test('of another receipt is refused', () => {
    expect(() => read(signReceipt(content, key), { token: `vt_${'1'.repeat(26)}` })).toThrow(
      refusal('parameter_invalid', 'payment_method.token'),
    );
  });

  test('with a receipt that the vault did not sign, or that was changed, is refused', () => {
    const signed = signReceipt(content, key);
    const [head = '', ...rest] = signed.split('.');
    const changed = JSON.parse(Buffer.from(head.slice(3), 'base64url').toString());
    const forged = `vr_${Buffer.from(JSON.stringify({ ...changed, bin: '411111' })).toString('base64url')}`;
    for (const receipt of [
      signReceipt(content, stranger),
      [forged, ...rest].join('.'),
      'vr_',
      signed.slice(0, -2),
    ])
      expect(() => read(receipt)).toThrow(refusal('parameter_invalid', 'payment_method.receipt'));
  });

  test('is refused if the environment has no vault', () => {
    expect(() => read(signReceipt(content, key), {}, { vault: undefined })).toThrow(
      refusal('vault_not_configured', 'payment_method.token'),
    );
  });

  test('of an older vault, whose receipts said more, is read', () => {
    const more = { ...content, fingerprint: 'f'.repeat(43) };
    expect(read(signReceipt(more, key))).toEqual(read(signReceipt(content, key)));
  });

  test.each<[string, object, string]>([
    ['no token', { receipt: 'vr_a' }, 'token'],
    ['a token of another form', { token: 'tok_1', receipt: 'vr_a' }, 'token'],
    ['a number as token', { token: '4242424242424242', receipt: 'vr_a' }, 'token'],
    ['a receipt of another form', { token, receipt: 'eyJ' }, 'receipt'],
    ['more than that', { token, receipt: 'vr_a', bin: '424242' }, 'bin'],
  ])('with %s is no body', (_, fields, at) => {
    const { error } = confirmSessionBody.safeParse({ payment_method: { type: 'card_token', ...fields } });
    const [issue] = error?.issues ?? [];
    expect(issue?.code === 'unrecognized_keys' ? issue.keys : issue?.path.slice(1)).toEqual([at]);
  });
});

describe('what a session offers a browser', () => {
  const [grantKey, former] = [newSigningKey('g2'), newSigningKey('g1')];
  const secrets = { grant_keys: [grantKey, former] };
  const where = { url: 'https://vault.example', merchant: 'shop' };
  const session = sampleSession({ payment_status: 'unpaid' });
  const at = session.created * 1000;

  test('is a grant for this session, by the newest key, for half an hour', () => {
    const offer = vaultOffer(session, where, secrets, at);
    expect(offer?.url).toBe('https://vault.example');
    const verified = (time: number) => verifyGrant(offer?.grant ?? '', [verifyingKeyOf(grantKey)], time);
    expect(verified(at)).toEqual({
      merchant: 'shop',
      mode: session.livemode ? 'live' : 'test',
      session: session.id,
      expires: session.created + 1_800,
    });
    expect(verified(at + 1_800_000)).toBeUndefined();
  });

  test('is there while the customer is away at the bank, and may come back with another card', () => {
    expect(vaultOffer({ ...session, payment_status: 'requires_action' }, where, secrets, at)).toBeDefined();
  });

  test('is nothing without a key, or once there is nothing to pay', () => {
    expect(vaultOffer(session, where, { grant_keys: [] }, at)).toBeUndefined();
    expect(vaultOffer(session, where, secrets, session.expires_at * 1000)).toBeUndefined();
    for (const payment_status of ['paid', 'authorized', 'processing', 'canceled'] as const)
      expect(vaultOffer({ ...session, payment_status }, where, secrets, at)).toBeUndefined();
  });
});

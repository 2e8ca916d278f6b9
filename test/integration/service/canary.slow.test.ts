import { expect, test } from '@jest/globals';
import { verifySessionToken } from '../../../lib/http/session-token.ts';
import { keyPurposes } from '../../../lib/http/token-parts.ts';
import { parseSessionKeys } from '../../../lib/http/token-secrets.ts';
import { apiClient, card, newKey } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { readSecret } from './read-secret.ts';
import { readTables } from './read-tables.ts';
import { psps } from './rules-of.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);
const admin = pspAdmin(service);

/** Numbers whose digits stand nowhere else, with a right check digit. */
const numbers = ['4000056655665556', '5200828282828210', '4111111111111111'] as const;
const cvc = '8627';
const holder = 'Canary Cardholder';
const pspToken = 'pm_card_visa_debit';

test('no card number, security code, token or key in any line, item or answer', async () => {
  const keysShown = service.output().split(service.api_key).length;
  const answers: string[] = [];
  const clientSecrets: string[] = [];
  const note = <T extends { readonly text: string }>(answer: T): T => {
    answers.push(answer.text);
    return answer;
  };
  for (const psp of psps)
    for (const [index, number] of numbers.entries()) {
      const { body: opened } = note(await client.create({ routing_rule: psp }, { key: newKey() }));
      clientSecrets.push(opened.client_secret);
      const method = card({ number, cvc: number.startsWith('4000') ? '862' : cvc, name: holder });
      const fault = [{ kind: 'ok' }, { kind: 'html', only: 'authorize' }, { kind: 'down' }][index];
      await admin.faults(psp, fault ?? {});
      const token = opened.client_secret;
      note(await client.confirm(opened.id, method, { key: newKey(), token }));
      await admin.heal();
      const { body } = note(await client.session(opened.id));
      if (body.charge !== null)
        note(await client.refund({ charge: body.charge, amount: 1 }, { key: newKey() }));
    }
  const { body: opened } = note(await client.create());
  clientSecrets.push(opened.client_secret);
  for (const wrong of [
    card({ number: `${numbers[0]}1`, cvc }),
    card({ number: numbers[0].replace(/(\d{4})/g, '$1 '), cvc }),
    card({ number: Number(numbers[0]), cvc }),
    card({ number: numbers[0], cvc: `${cvc}99` }),
    card({ number: numbers[0], cvc, extra: numbers[1] }),
    { type: 'card', card: numbers[0] },
    { type: numbers[0] },
    { type: 'psp_token', psp: 'stripe', token: { secret: pspToken } },
    numbers[0] as never,
    { type: 'psp_token', psp: 'adyen', token: numbers[1] },
    { type: 'psp_token', psp: 'stripe', token: pspToken },
  ])
    note(await client.confirm(opened.id, wrong));
  note(await client.call('POST', `/v1/checkout/sessions/${opened.id}/confirm`, { body: `"${numbers[0]}"` }));
  note(await client.call('POST', `/v1/checkout/sessions/${opened.id}/confirm`, { body: `{"${numbers[0]}` }));
  note(await client.tryToCreate({ routing_rule: 'none' }, { token: `${service.api_key}x` }));

  const { psp } = JSON.parse(await readSecret(service, 'payments/psp')) as {
    readonly psp: Readonly<Record<string, { api_key: string; webhook_secrets: string[] }>>;
  };
  const pspSecrets = psps.flatMap((account) => [
    String(psp[account]?.api_key),
    ...(psp[account]?.webhook_secrets ?? []),
  ]);
  const parts = await Promise.all(keyPurposes.map((part) => readSecret(service, 'payments/tokens', part)));
  const { signing_keys } = parseSessionKeys(parts[keyPurposes.indexOf('sessions')] ?? '');
  const own = parts.flatMap((part) => Object.values(JSON.parse(part) as object).flatMap(secretsIn));
  expect(own).toHaveLength(7);
  for (const token of clientSecrets) expect(verifySessionToken(signing_keys, token)).toBeDefined();

  const lines = service.output();
  expect(lines).toContain('"event":"attempt"');
  // On its first screen the program tells the API key to a person and to tools; never again.
  expect(lines.split(service.api_key)).toHaveLength(keysShown);
  const stored = JSON.stringify(await readTables(service));
  expect(stored.length).toBeGreaterThan(10_000);

  const cardData = [...numbers, holder, `"${cvc}"`, '"862"', pspToken];
  const keys = [...pspSecrets, ...own, String(service.environment.ORIGIN_PROOFS)];
  const secretMacs = clientSecrets.map((token) => token.slice(-43));
  const never: readonly (readonly [string, string, readonly string[]])[] = [
    ['the log', lines, [...cardData, ...keys, ...secretMacs]],
    ['storage', stored, [...cardData, ...keys, ...secretMacs, service.api_key]],
    ['the answers', answers.join('\n'), [...cardData, ...keys, service.api_key]],
  ];
  for (const [where, text, secretsOfIt] of never)
    for (const secret of secretsOfIt) expect([where, text.includes(secret)]).toEqual([where, false]);
});

/** Of one field of a part: a secret of its own, or a list of keys. */
const secretsIn = (value: string | readonly { readonly secret?: string; readonly key?: string }[]) =>
  typeof value === 'string' ? [value] : value.map(({ secret, key }) => secret ?? key ?? '');

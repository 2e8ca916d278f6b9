import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pspName } from '../../clients/console/src/psp-name.ts';
import { capabilitiesOf } from '../../lib/psp/capabilities-of.ts';
import { challengedCard, sharedCards } from '../../local/psp/framework/shared-cards.ts';
import { simulators } from '../../local/psp/simulators.ts';
import { apiClient, browser, type Client, card, type Session } from '../integration/service/api-client.ts';
import { rule, rulesOf } from '../integration/service/rules-of.ts';
import { type Service, startService } from '../integration/service/start-service.ts';
import { readPage } from './read-blocks.ts';

const psps = simulators.map(({ id }) => id);

/** A rule for each PSP that names no other. An attempt has less time than a slow PSP takes, and enough on a busy machine. */
const rules = () => {
  const { rules: some } = rulesOf();
  const all = psps.map((psp) => ({ ...some.default, ...rule(psp, { [psp]: 1 }) }));
  const failover = { on: [], max_attempts: 1, attempt_timeout_ms: 4_000 };
  return {
    rules: Object.fromEntries(all.map((one) => [one.name, { ...one, failover, version: 1, created: 1 }])),
  };
};

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService({ rules: rules() });
  client = apiClient(service);
  for (const psp of psps) await steer(psp, 'webhooks', { mode: 'off' });
});
afterAll(() => service?.stop());

const steer = async (psp: string, what: 'faults' | 'webhooks', body: object): Promise<void> => {
  const answer = await fetch(`${service.admin}/psps/${psp}/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
};

/** The outcome of a payment at one PSP, with a means of payment. */
const outcomeAt = async (psp: string, method: object, amount = 2599): Promise<string | null | undefined> => {
  const { body: opened } = await client.create({ routing_rule: psp, amount });
  const { body } = await client.confirm(opened.id, method);
  const { routing } = body.error?.session ?? body;
  return routing?.attempts[0]?.outcome ?? body.error?.code;
};

/** Cells of the table rows between two lines of the page, the heads of the tables left out. */
const rowsBetween = (from: string, to: string): readonly (readonly string[])[] => {
  const [, after = ''] = readPage('local/psp/README.md').split(from);
  return [...(after.split(to)[0] ?? '').matchAll(/^\| (`.*) \|$/gm)]
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()))
    .filter(([, second]) => second !== 'outcome');
};

const codes = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** What stands in the tables of test cards: a number, a cardholder's name or a token, and the outcome of its payment. */
const cards = psps.flatMap((psp) =>
  rowsBetween(`\n**${pspName(psp)}**`, '\n\n**').map(([of = '', shown = '']) => [psp, of, shown] as const),
);

/** The tokens that the page lists for a PSP. */
const tokensOf = (psp: string): readonly string[] =>
  rowsBetween('Tokens that exist', '```').flatMap(([of, list]) => (codes(of)[0] === psp ? codes(list) : []));

/** What pays at every simulator: a card, or a token if the PSP takes no card numbers. */
const approved = (psp: string): object =>
  capabilitiesOf[psp]?.card ? card() : { type: 'psp_token', psp, token: tokensOf(psp)[0] };

describe('test cards of every PSP', () => {
  const shared = rowsBetween('\n**At every PSP**', '\n\n**').map(([number, outcome]) => [
    codes(number)[0] ?? '',
    codes(outcome)[0] ?? '',
  ]);

  test('are the simulators’ own', () => {
    expect(Object.fromEntries(shared)).toEqual(sharedCards);
  });

  test.each(psps.filter((psp) => capabilitiesOf[psp]?.card))('do at %s what the page says', async (psp) => {
    for (const [number = '', outcome] of shared)
      expect([number, await outcomeAt(psp, card({ number }))]).toEqual([number, outcome]);
  });
});

describe('the card whose bank asks at every PSP', () => {
  test.each(psps.filter((psp) => capabilitiesOf[psp]?.card))(
    'does at %s, and pays once it is answered',
    async (psp) => {
      expect(readPage('local/psp/README.md')).toContain(
        `\n\`${challengedCard}\` goes through 3-D Secure at every PSP`,
      );
      const { body: opened } = await client.create({ routing_rule: psp });
      const { body } = await client.call<Session>('POST', `/v1/checkout/sessions/${opened.id}/confirm`, {
        body: { payment_method: card({ number: challengedCard }), browser },
      });
      expect(body.payment_status).toBe('requires_action');
      const bank = `${body.next_action?.redirect_to_url.url}?result=approve`;
      const decided = await fetch(bank, { method: 'POST', redirect: 'manual' });
      await fetch(decided.headers.get('location') ?? '', { redirect: 'manual' });
      expect((await client.session(opened.id)).body.payment_status).toBe('paid');
    },
  );
});

test('without the browser, that card is refused where the page says so, and asked for everywhere else', async () => {
  const asked = await Promise.all(
    psps
      .filter((psp) => capabilitiesOf[psp]?.card)
      .map(async (psp) => {
        const { body: opened } = await client.create({ routing_rule: psp });
        const { status, body } = await client.confirm(opened.id, card({ number: challengedCard }));
        return { psp, outcome: status === 200 ? body.payment_status : body.error.decline_code };
      }),
  );
  const refused = asked.filter(({ outcome }) => outcome !== 'requires_action');
  expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(['authentication_required']));
  const names = refused.map(({ psp }) => pspName(psp)).join(' and ');
  expect(readPage('local/psp/README.md')).toContain(
    `without it, ${names} ${refused.length === 1 ? 'says' : 'say'} \`authentication_required\``,
  );
});

describe('test cards of the testing page', () => {
  test('are read from it', () => {
    expect(new Set(cards.map(([psp]) => psp)).size).toBe(psps.length);
  });

  test.each(cards.filter(([, , outcome]) => !outcome.includes('…')))('%s %s: %s', async (psp, of, shown) => {
    const [named = ''] = codes(of);
    const changes = /^\d+$/.test(named) ? { number: named } : { name: named };
    const method = named.startsWith('cnon:') ? { type: 'psp_token', psp, token: named } : card(changes);
    expect(await outcomeAt(psp, method)).toBe(codes(shown)[0]);
  });

  test('by the end of the amount', async () => {
    const [[psp, of, shown] = ['', '', ''] as const] = cards.filter(([, , text]) => text.includes('…'));
    const [number = ''] = codes(of);
    const endings = [...shown.matchAll(/`…(\d+)` is `(\w+)`/g)];
    expect(endings).toHaveLength(3);
    for (const [, ending = '', outcome] of endings)
      expect(await outcomeAt(psp, card({ number }), Number(`7${ending}`))).toBe(outcome);
  });

  test('tokens exist', async () => {
    for (const psp of psps) {
      expect([psp, tokensOf(psp)]).not.toEqual([psp, []]);
      for (const token of tokensOf(psp)) {
        const outcome = await outcomeAt(psp, { type: 'psp_token', psp, token });
        expect([token, outcome]).not.toEqual([token, 'invalid_request']);
      }
    }
  });
});

/** The faults of the page's table, one after the other at one PSP, and the outcomes of a payment under each. */
const underFaults = async (psp: string, faults: readonly string[]): Promise<readonly string[]> => {
  const seen: string[] = [];
  for (const fault of faults) {
    const [kind, ms] = fault.split(' ');
    await steer(psp, 'faults', { kind, ...(ms !== undefined && { ms: Number(ms) }) });
    seen.push(`${fault}: ${await outcomeAt(psp, approved(psp))}`);
    await steer(psp, 'faults', { kind: 'ok' });
  }
  return seen;
};

test('each PSP answers to each fault as the table of the testing page says', async () => {
  const rows = rowsBetween('## Faults', '## The ledger').map((row) =>
    row.flatMap((cell) => codes(cell)[0] ?? ''),
  );
  expect(rows.length).toBeGreaterThan(8);
  const faults = rows.map(([fault = '']) => fault);
  const seen = await Promise.all(psps.map(async (psp) => [psp, await underFaults(psp, faults)] as const));
  const shown = psps.map((psp, at) => [psp, rows.map((row) => `${row[0]}: ${row[2 + at]}`)]);
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(shown));
});

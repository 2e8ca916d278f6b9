import { describe, expect, test } from '@jest/globals';
import { endSignIns } from '../../../lib/people/end-sign-ins.ts';
import { finishSignIn } from '../../../lib/people/finish-sign-in.ts';
import { openSignIn } from '../../../lib/people/open-sign-in.ts';
import type { Claims, PendingSignIn } from '../../../lib/people/people-ports.ts';
import { renewSignIn } from '../../../lib/people/renew-sign-in.ts';
import type { Person, SignInStore, SignIns } from '../../../lib/types/sign-in.ts';

const start = 1_800_000_000;
const ada: Person = { id: 'ada@example.com', name: 'Ada', role: 'operator' };

/** A store with the conditions of the real one, and a clock that the test moves. */
const world = () => {
  const records = new Map<string, SignIns>();
  const taken = new Set<string>();
  let now = start;
  let before: (() => Promise<void>) | undefined;
  const store: SignInStore = {
    read: async (person) => records.get(person) ?? { rev: 0, sign_ins: [] },
    replace: async (person, rev, sign_ins) => {
      const faster = before;
      before = undefined;
      await faster?.();
      if ((records.get(person)?.rev ?? 0) !== rev) return false;
      records.set(person, { rev: rev + 1, sign_ins });
      return true;
    },
    takeOnce: async (name) => !taken.has(name) && taken.add(name).size > 0,
  };
  let ids = 0;
  const ports = { store, clock: { now: () => now * 1000 }, newId: () => `sig_${++ids}` };
  return {
    ports,
    pass: (seconds: number) => {
      now += seconds;
    },
    /** Something that another call writes between the next read and its write. */
    overtake: (run: () => Promise<void>) => {
      before = run;
    },
    ids: () => records.get(ada.id)?.sign_ins.map(({ id }) => id) ?? [],
  };
};

describe('a callback', () => {
  const pending: PendingSignIn = {
    state: 'state-1',
    nonce: 'n',
    verifier: 'v',
    return_to: '/console/',
    ends: start + 600,
  };
  const claims: Claims = {
    iss: 'https://login.example',
    sub: 's1',
    email_verified: true,
    iat: start,
    groups: ['people'],
  };

  /** A provider that believes everything, so that only our own checks are left. */
  const finish = (
    { ports }: ReturnType<typeof world>,
    given: PendingSignIn | undefined = pending,
    state = 'state-1',
    email = ada.id,
  ) =>
    finishSignIn(
      {
        ...ports,
        provider: {
          begin: () => Promise.reject(new Error('not asked')),
          finish: async () => ({ ...claims, email }),
        },
        roles: { people: 'viewer' },
      },
      { state, code: 'c' },
      given,
    );
  const refused = { code: 'token_invalid' };

  test('counts once, also if the provider took its code twice', async () => {
    const here = world();
    await expect(finish(here)).resolves.toMatchObject({ person: { id: ada.id, role: 'viewer' } });
    await expect(finish(here)).rejects.toMatchObject(refused);
    expect(here.ids()).toHaveLength(1);
  });

  test.each([
    ['Kim.Ärger@Example.com', 'kim.ärger@example.com'],
    ['\u212aim@example.com', '\u212aim@example.com'],
    ['\u212bke@example.com', '\u212bke@example.com'],
    ['\u0130lk@example.com', '\u0130lk@example.com'],
  ])('of %s is a person of their own, whatever the case: %s', async (email, id) => {
    await expect(finish(world(), pending, 'state-1', email)).resolves.toMatchObject({ person: { id } });
  });

  test('of an address whose domain is not in plain letters names nobody', async () => {
    const refusal = { code: 'scope_missing' };
    await expect(finish(world(), pending, 'state-1', 'kim@ban\u212a.com')).rejects.toMatchObject(refusal);
  });

  test('needs the state that this browser keeps, for ten minutes', async () => {
    const here = world();
    await expect(finish(here, pending, 'state-2')).rejects.toMatchObject(refused);
    here.pass(600);
    await expect(finish(here)).rejects.toMatchObject(refused);
    expect(here.ids()).toEqual([]);
  });
});

describe('a sign-in', () => {
  test('goes on while it is renewed within an hour, for twelve hours', async () => {
    const here = world();
    const id = await openSignIn(here.ports, ada.id);
    for (let seconds = 0; seconds + 3599 < 12 * 3600; seconds += 3599) {
      here.pass(3599);
      await renewSignIn(here.ports, { ...ada, sign_in: id, idle_s: 0 });
    }
    here.pass(12 * 3600 - Math.floor((12 * 3600) / 3599) * 3599);
    await expect(renewSignIn(here.ports, { ...ada, sign_in: id, idle_s: 0 })).rejects.toMatchObject({
      code: 'token_invalid',
    });
  });

  test('is over after an idle hour', async () => {
    const here = world();
    const id = await openSignIn(here.ports, ada.id);
    here.pass(3600);
    await expect(renewSignIn(here.ports, { ...ada, sign_in: id, idle_s: 0 })).rejects.toMatchObject({
      code: 'token_invalid',
    });
  });

  test('of a page that asks by itself is over an hour after the person last did something', async () => {
    const here = world();
    const id = await openSignIn(here.ports, ada.id);
    const renew = (idle_s: number) => renewSignIn(here.ports, { ...ada, sign_in: id, idle_s });
    here.pass(900);
    await renew(0);
    for (const idle_s of [900, 1_800, 2_700, 3_599]) {
      here.pass(900 + idle_s - Math.ceil(idle_s / 900) * 900);
      await renew(idle_s);
    }
    here.pass(1);
    await expect(renew(0)).rejects.toMatchObject({ code: 'token_invalid' });
  });

  test('is not cut short by a page that has been idle beside another', async () => {
    const here = world();
    const id = await openSignIn(here.ports, ada.id);
    here.pass(3_000);
    await renewSignIn(here.ports, { ...ada, sign_in: id, idle_s: 0 });
    await renewSignIn(here.ports, { ...ada, sign_in: id, idle_s: 3_000 });
    here.pass(3_599);
    await renewSignIn(here.ports, { ...ada, sign_in: id, idle_s: 0 });
  });

  test('that an admin ends while it is renewed stays ended', async () => {
    const here = world();
    const id = await openSignIn(here.ports, ada.id);
    const eve = { id: 'eve@example.com', name: 'Eve', role: 'admin', sign_in: 'sig_e' } as const;
    here.overtake(() => endSignIns(here.ports, { by: eve, person: ada.id }));
    await expect(renewSignIn(here.ports, { ...ada, sign_in: id, idle_s: 0 })).rejects.toMatchObject({
      code: 'token_invalid',
    });
    expect(here.ids()).toEqual([]);
  });

  test('of two at the same time, both count; of twenty-one, the newest twenty', async () => {
    const here = world();
    let other = '';
    here.overtake(async () => {
      other = await openSignIn(here.ports, ada.id);
    });
    const one = await openSignIn(here.ports, ada.id);
    expect(here.ids().toSorted()).toEqual([one, other].toSorted());
    for (let more = 0; more < 19; more += 1) await openSignIn(here.ports, ada.id);
    expect(here.ids()).toHaveLength(20);
    expect(here.ids()).not.toContain(other);
  });

  test('is ended alone by logout', async () => {
    const here = world();
    const [mine, phone] = [await openSignIn(here.ports, ada.id), await openSignIn(here.ports, ada.id)];
    await endSignIns(here.ports, { by: { ...ada, sign_in: mine }, person: undefined });
    expect(here.ids()).toEqual([phone]);
  });

  test('is not ended under another spelling of the name, and that is said', async () => {
    const here = world();
    const mine = await openSignIn(here.ports, ada.id);
    const by = { ...ada, role: 'admin' as const, sign_in: mine };
    for (const person of [ada.id.toUpperCase(), 'nobody@example.com'])
      await expect(endSignIns(here.ports, { by, person })).rejects.toMatchObject({
        code: 'resource_missing',
        details: { param: 'person' },
      });
    expect(here.ids()).toEqual([mine]);
  });
});

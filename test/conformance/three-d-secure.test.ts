import { describe, expect, test } from '@jest/globals';
import { at } from '../../lib/psp/json.ts';
import type { AuthorizeRequest } from '../../lib/types/psp.ts';
import { type Exemption, exemptions } from '../../lib/types/three-d-secure.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { readSpec } from '../tools/specs.ts';
import { adyenSubject } from './adyen.ts';
import { checkoutComSubject } from './checkout-com.ts';
import { decodeForm } from './decode-form.ts';
import { paypalSubject } from './paypal.ts';
import type { PspSubject } from './psp-subject.ts';
import { call, moneyOf, paymentRequest, sampleAttempt, scripted } from './samples.ts';
import { specification } from './specification.ts';
import { squareSubject } from './square.ts';
import { stripeSubject } from './stripe.ts';
import { subjects } from './subjects.ts';

type Sent = Readonly<Record<string, unknown>>;

const bodyOf = ({ body = '', headers }: HttpRequest): Sent =>
  headers['content-type'] === 'application/json' ? JSON.parse(body || '{}') : decodeForm(body);

const sentBy = async (subject: PspSubject, more: Partial<AuthorizeRequest>) => {
  const attempt = sampleAttempt();
  const { psp, exchanges } = scripted(
    subject,
    subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
  );
  await psp.authorize(attempt, { ...paymentRequest(subject), ...more }, call);
  const requests = exchanges.map(({ request }) => request);
  return { requests, sent: Object.assign({}, ...requests.map(bodyOf)) as Sent };
};

/** PayPal's stored document is from before `verification`; its newer reference has it. */
const withVerification = (document: unknown): unknown => {
  const newer = structuredClone(document);
  const properties = at(newer, 'components', 'schemas', 'card_attributes', 'properties');
  Object.assign(properties as object, {
    verification: {
      type: 'object',
      properties: {
        method: { type: 'string', enum: ['SCA_ALWAYS', 'SCA_WHEN_REQUIRED', '3D_SECURE', 'AVS_CVV'] },
      },
    },
  });
  return newer;
};

const problemsOf = (subject: PspSubject, requests: readonly HttpRequest[]): readonly string[] => {
  const { document, corrected = (given) => given, added } = subject.specification;
  const read = corrected(readSpec(document));
  const spec = read !== undefined && subject.name === 'paypal' ? withVerification(read) : read;
  if (spec === undefined) return [];
  const checker = specification(spec, subject.account.base_url, added);
  return requests.flatMap((request) => checker.requestProblems(request));
};

/** How each PSP is asked for a challenge. Written out, so that a mistake in an adapter is not copied. */
const challenges: readonly (readonly [PspSubject, readonly string[], unknown])[] = [
  [stripeSubject, ['payment_method_options', 'card', 'request_three_d_secure'], 'any'],
  [adyenSubject, ['authenticationData', 'attemptAuthentication'], 'always'],
  [checkoutComSubject, ['3ds', 'challenge_indicator'], 'challenge_requested_mandate'],
  [paypalSubject, ['payment_source', 'card', 'attributes', 'verification', 'method'], 'SCA_ALWAYS'],
];

describe('a challenge is requested only if the issuer has insisted', () => {
  test('at each PSP that declares it, and at no other', () => {
    const declared = Object.values(subjects).filter(({ adapter }) => adapter.capabilities.requests_challenge);
    expect(declared.map(({ name }) => name).sort()).toEqual(challenges.map(([{ name }]) => name).sort());
    expect(squareSubject.adapter.capabilities.requests_challenge).toBe(false);
  });

  test.each(challenges.map(([subject, path, value]) => [subject.name, { subject, path, value }] as const))(
    '%s',
    async (_, { subject, path, value }) => {
      const asked = await sentBy(subject, { challenge: true });
      expect(at(asked.sent, ...path)).toBe(value);
      expect(problemsOf(subject, asked.requests)).toEqual([]);
      expect(at((await sentBy(subject, {})).sent, ...path)).toBeUndefined();
    },
  );

  test('at Checkout.com even for an account that has 3-D Secure switched off', async () => {
    const off: PspSubject = {
      ...checkoutComSubject,
      account: { ...checkoutComSubject.account, settings: { three_ds: 'off' } },
    };
    expect(at((await sentBy(off, {})).sent, '3ds')).toBeUndefined();
    expect(at((await sentBy(off, { challenge: true })).sent, '3ds', 'enabled')).toBe(true);
  });
});

test('3-D Secure is on at Checkout.com, unless the account has switched it off', async () => {
  const plain: PspSubject = {
    ...checkoutComSubject,
    account: { ...checkoutComSubject.account, settings: {} },
  };
  expect(at((await sentBy(plain, {})).sent, '3ds')).toEqual({ enabled: true, attempt_n3d: true });
});

describe('an exemption passes through to the PSPs that take one', () => {
  const names: readonly (readonly [PspSubject, readonly string[], Readonly<Record<Exemption, string>>])[] = [
    [
      adyenSubject,
      ['additionalData', 'scaExemption'],
      {
        low_value: 'lowValue',
        tra: 'transactionRiskAnalysis',
        secure_corporate: 'secureCorporate',
        trusted_beneficiary: 'trustedBeneficiary',
      },
    ],
    [
      checkoutComSubject,
      ['3ds', 'exemption'],
      {
        low_value: 'low_value',
        tra: 'transaction_risk_assessment',
        secure_corporate: 'secure_corporate_payment',
        trusted_beneficiary: 'trusted_listing',
      },
    ],
  ];

  describe.each(names.map(([subject, path, words]) => [subject.name, { subject, path, words }] as const))(
    '%s',
    (_, { subject, path, words }) => {
      test.each(exemptions)('%s', async (exemption) => {
        const { sent, requests } = await sentBy(subject, { exemption });
        expect(at(sent, ...path)).toBe(words[exemption]);
        expect(problemsOf(subject, requests)).toEqual([]);
      });
    },
  );

  test.each([stripeSubject, paypalSubject, squareSubject].map((subject) => [subject.name, subject] as const))(
    'not to %s',
    async (_, subject) => {
      const [plain, exempt] = await Promise.all([sentBy(subject, {}), sentBy(subject, { exemption: 'tra' })]);
      expect(exempt.sent).toEqual(plain.sent);
    },
  );
});

describe('the browser', () => {
  const browser = {
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
    accept_header: 'text/html',
    language: 'de-DE',
    color_depth: 24,
    screen_height: 1080,
    screen_width: 1920,
    time_zone_offset: -60,
    java_enabled: false,
  };

  test('goes to Adyen in full', async () => {
    const { sent, requests } = await sentBy(adyenSubject, { browser });
    expect(sent.browserInfo).toEqual({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
      acceptHeader: 'text/html',
      language: 'de-DE',
      colorDepth: 24,
      screenHeight: 1080,
      screenWidth: 1920,
      timeZoneOffset: -60,
      javaEnabled: false,
    });
    expect(problemsOf(adyenSubject, requests)).toEqual([]);
  });

  test.each(
    [stripeSubject, checkoutComSubject, paypalSubject, squareSubject].map(
      (subject) => [subject.name, subject] as const,
    ),
  )('is not accepted by %s', async (_, subject) => {
    const [plain, known] = await Promise.all([sentBy(subject, {}), sentBy(subject, { browser })]);
    expect(known.sent).toEqual(plain.sent);
  });
});

const idText =
  /(?<![a-z0-9])(cs|ch|re|cp|cn|req|we|evt|bt|key|note|exp|pl)_([0-9a-hjkmnp-tv-z]{26})(?![a-z0-9])/g;
const created = 1_763_630_000;
const cursor = /^[a-z0-9]{1,16}\.[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{43}$/;
const settledCursor = `k1.${Buffer.from(`${created}000#cs_01k9p2mn4v8e2q6t0r5x7w3h01`).toString('base64url')}.${'0'.repeat(43)}`;

/**
 * The same answers with everything that differs from run to run in a fixed form, so that two plays of one story are equal: ids numbered as they
 * appear, times at one moment, secrets and addresses that are nobody's. Throws where a time is not where it should be.
 */
export const settleValues = (
  answers: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const seen = new Map<string, string>();
  const counts = new Map<string, number>();
  const settleId = (id: string, prefix: string): string => {
    const known = seen.get(id);
    if (known !== undefined) return known;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    const settled = `${prefix}_01k9p2mn4v8e2q6t0r5x7w3h${String(count).padStart(2, '0')}`;
    seen.set(id, settled);
    return settled;
  };
  const settleText = (text: string): string =>
    text
      .replace(/(_secret_[a-z0-9]{1,16}?)[A-Za-z0-9_-]{43}$/, (_, key: string) => `${key}${'0'.repeat(43)}`)
      .replace(cursor, settledCursor)
      .replace(/^whsec_[A-Za-z0-9+/]{43}=$/, `whsec_${'0'.repeat(43)}=`)
      .replace(/^sk_test_[0-9A-Za-z]{36}$/, `sk_test_${'0'.repeat(36)}`)
      .replace(/^vg_[\w.-]+$/, `vg_eyJ9.g1.${'0'.repeat(86)}`)
      .replace(/^http:\/\/127\.0\.0\.1:\d+$/, 'https://vault.example')
      .replace(/^http:\/\/127\.0\.0\.1:\d+\/docs\//, 'http://127.0.0.1:4000/docs/')
      .replace(/^http:\/\/127\.0\.0\.1:\d+\/pay\//, 'http://127.0.0.1:4000/pay/')
      .replace(/^http:\/\/127\.0\.0\.1:\d+\/(?!docs\/|pay\/).*/, 'https://psp.example/authenticate/1')
      .replace(idText, (id, prefix: string) => (id.endsWith('0'.repeat(26)) ? id : settleId(id, prefix)));

  const settle = (key: string, value: unknown, around: Readonly<Record<string, unknown>>): unknown => {
    if (typeof value === 'string') {
      if (key === 'psp_reference') return settlePspReference(value);
      if (key === 'network_transaction_id') return '319981950108555';
      return settleText(value);
    }
    if (typeof value === 'number') return settleNumber(key, value, around);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((entry) => settle(key, entry, around));
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        settle(name, inner, value as Record<string, unknown>),
      ]),
    );
  };
  return settle('', answers, {}) as Readonly<Record<string, unknown>>;
};

const settlePspReference = (value: string): string => {
  const [, prefix] = /^(pi|re)_[0-9A-Za-z]{24}$/.exec(value) ?? [];
  if (prefix === undefined) throw new Error(`psp_reference: ${value}`);
  return `${prefix}_3SVexample0000000000001`;
};

const settleNumber = (key: string, value: number, around: Readonly<Record<string, unknown>>): number => {
  const now = Date.now();
  switch (key) {
    case 'captured_at':
    case 'created':
      if (value !== created && Math.abs(value * 1000 - now) > 120_000) throw new Error(`created: ${value}`);
      return created;
    case 'expires_at':
      return created + value - Number(around.created);
    case 'started':
    case 'at_ms':
      if (Math.abs(value - now) > 120_000) throw new Error(`${key}: ${value}`);
      return created * 1000 + 3000;
    // An event of the PSP may have been noted meanwhile.
    case 'revision':
      if (value < 1 || value > 20) throw new Error(`revision: ${value}`);
      return 3;
    // Deliveries that fail are noted at the list of endpoints, whose number this is.
    case 'seq':
      if (value < 3 || value > 20) throw new Error(`seq: ${value}`);
      return 3;
    case 'latency_ms':
    case 'settled_ms':
      if (value < 0 || value > 30_000) throw new Error(`${key}: ${value}`);
      return 180;
    default:
      return value;
  }
};

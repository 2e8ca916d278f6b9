/** The key of an endpoint's secret, `whsec_…`. Throws `TypeError` if it is none. */
export const webhookKey = async (secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> => {
  const raw = typeof secret === 'string' ? fromBase64(secret.replace(/^whsec_/, '')) : undefined;
  if (!raw || raw.length === 0)
    throw new TypeError('secret: expected the secret of a webhook endpoint (whsec_…)');
  return crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
};

/** What is signed: the event's id, the second of this try, and the body byte for byte. */
export const signedBytes = (id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const joined = new Uint8Array(start.length + body.length);
  joined.set(start);
  joined.set(body, start.length);
  return joined;
};

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

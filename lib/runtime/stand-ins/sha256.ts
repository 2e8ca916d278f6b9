import { createHash, createHmac } from 'node:crypto';

/**
 * Replaces the SDK's checksums in the bundles (`infra/lambda/bundling.ts`). Each of them holds one in JavaScript, for where Node has none. The signatures
 * of calls use only this one.
 */
export class Sha256 {
  readonly #hash;

  constructor(secret?: string | Uint8Array) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  }

  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

import { loadScript } from './load-script.ts';
import type { PaymentFields } from './payment-types.ts';
import type { PaymentWallets } from './wallet-types.ts';

/** One exact version of a script: its file name and integrity from the service's `/fields/v1/manifest.json`. */
export type Pin = { readonly file: string; readonly integrity: string };

type Scripts = { PaymentFields: PaymentFields; PaymentWallets: PaymentWallets };

declare global {
  interface Window extends Partial<Scripts> {}
}

const loading = new Map<string, Promise<unknown>>();

/** The `name` that the script of the service at `origin` adds to the window. Loaded once per page; a script that fails is tried a second time. */
export const loadOnce = async <Name extends keyof Scripts>(
  origin: string,
  name: Name,
  // A pin that lost its integrity is no permission to load whatever comes.
  { file, integrity = 'sha256-0' }: Pin,
): Promise<Scripts[Name]> => {
  const source = new URL(`/fields/v1/${file}`, origin).href;
  const known = loading.get(source) as Promise<Scripts[Name]> | undefined;
  if (known) return known;
  const load = async (): Promise<Scripts[Name]> => {
    await loadScript(source, { crossOrigin: 'anonymous', integrity });
    const made: Partial<Scripts>[Name] = window[name];
    if (!made) throw new Error(source);
    return made;
  };
  const loaded = load().catch(load);
  loading.set(source, loaded);
  loaded.catch(() => {
    loading.delete(source);
    window.dispatchEvent(new CustomEvent('loaderror', { detail: { source } }));
  });
  return loaded;
};

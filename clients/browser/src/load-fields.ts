import type { PaymentFields } from './types.ts';

/** One exact version of the script: its file name and integrity from the service's `/fields/v1/manifest.json`. */
export type Pin = { readonly file: string; readonly integrity: string };

declare global {
  interface Window {
    PaymentFields?: PaymentFields;
  }
}

const loading = new Map<string, Promise<PaymentFields>>();

/**
 * Loads the hosted fields from the service at `origin` (`https://pay.example.com`), once in a page. A script that fails to load is tried a second time;
 * after that the window gets a `loaderror` event and the promise rejects, and the next call tries again.
 */
export const loadFields = (origin: string, pin?: Pin): Promise<PaymentFields> => {
  const source = new URL(`/fields/v1/${pin?.file ?? 'fields.js'}`, origin).href;
  const known = loading.get(source);
  if (known) return known;
  const loaded = load(source, pin).catch(() => load(source, pin));
  loading.set(source, loaded);
  loaded.catch(() => {
    loading.delete(source);
    window.dispatchEvent(new CustomEvent('loaderror', { detail: { source } }));
  });
  return loaded;
};

const load = (source: string, pin: Pin | undefined): Promise<PaymentFields> =>
  new Promise((resolve, reject) => {
    const failed = () => {
      script.remove();
      reject(new Error(`The hosted fields could not be loaded from ${source}`));
    };
    const script = document.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    if (pin) script.integrity = pin.integrity;
    script.addEventListener('error', failed);
    script.addEventListener('load', () => (window.PaymentFields ? resolve(window.PaymentFields) : failed()));
    script.src = source;
    document.head.append(script);
  });

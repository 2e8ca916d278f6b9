import { type CardElement, loadFields } from '../../../clients/browser/src/index.ts';
import { fieldsOrigin } from '../fields-origin.ts';

/** The hosted fields in `container`, ready for input. Rejects if they cannot be loaded. */
export const mountCard = async (
  container: HTMLElement,
  { submitted }: { readonly submitted: () => void },
): Promise<CardElement> => {
  const fields = await loadFields(fieldsOrigin(window.location.origin));
  const card = fields.create('card', { style: { colorScheme: 'light dark', borderRadius: '10px' } });
  return new Promise((resolve, reject) => {
    card
      .on('ready', () => resolve(card))
      .on('loaderror', () => reject(new Error('The card fields could not be loaded.')))
      .on('submit', submitted)
      .mount(container);
  });
};

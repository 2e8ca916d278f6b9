import type { ConfirmResult } from '../types.ts';

/** After these, the customer must not be asked to pay again. */
const endings: readonly ConfirmResult['status'][] = ['succeeded', 'processing', 'redirecting', 'canceled'];

/** Hides the buttons unless they can pay after this result. A page that is shown again, as it was left for the bank, has them again. */
export const hideAfter = ({ style }: HTMLElement, { status }: ConfirmResult): void => {
  style.display = endings.includes(status) ? 'none' : '';
  if (status === 'redirecting')
    addEventListener(
      'pageshow',
      () => {
        style.display = '';
      },
      { once: true },
    );
};

import type { CardNetwork } from '../types.ts';
import { findElement } from './find-element.ts';
import { networkNames } from './network-names.ts';

export type NetworkChoice = {
  /** Offers these networks, or none. If they differ from before, none is chosen yet. */
  readonly offer: (networks: readonly CardNetwork[]) => void;
  /** Undefined until the customer chooses; until then the PSP decides. */
  readonly chosen: () => CardNetwork | undefined;
  readonly lock: (locked: boolean) => void;
};

/** The choice of network for a card that has two, next to its number. Suggests none: in the EU the choice is the customer's (Regulation 2015/751, article 8). */
export const createNetworkChoice = (): NetworkChoice => {
  const place = findElement<HTMLFieldSetElement>('networks');
  const options = [...place.querySelectorAll('input')];
  let offered = '';
  return {
    offer: (networks) => {
      if (networks.join() === offered) return;
      offered = networks.join();
      place.hidden = networks.length === 0;
      for (const [index, option] of options.entries()) {
        const network = networks[index];
        option.checked = false;
        option.value = network ?? '';
        if (option.nextElementSibling)
          option.nextElementSibling.textContent = network ? networkNames[network] : '';
      }
    },
    chosen: () => options.find(({ checked }) => checked)?.value as CardNetwork | undefined,
    lock: (locked) => {
      place.disabled = locked;
    },
  };
};

import type { CardNetwork } from '../types.ts';
import { networkNames } from './network-names.ts';

/** Shows a network as a picture, drawn by the style of the frame, under its name. */
export const markNetwork = (place: HTMLElement, network: CardNetwork | null): void => {
  place.textContent = network === null ? '' : networkNames[network];
  place.dataset.network = network ?? '';
};

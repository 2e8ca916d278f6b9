import type { ChargedCard } from '../../../server/src/generated/api-types.ts';
import { words } from '../words/words.ts';

/** `Visa ···· 4242`. Nothing if the card is not known. */
export const CardName = ({ card }: { readonly card: ChargedCard | null }) => {
  if (card === null || card.last4 === null) return <span class="note">–</span>;
  const { brand } = words.value;
  return (
    <span class="nowrap">
      {card.brand === null ? brand.unknown : brand[card.brand]} <span aria-hidden="true">····</span>{' '}
      {card.last4}
    </span>
  );
};

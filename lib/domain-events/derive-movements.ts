import { movementTypes } from '../types/movement.ts';
import type { Derivation } from '../types/record-change.ts';
import type { Row } from '../types/row.ts';
import { movementsOf } from './movements-of.ts';

/** A row for each movement of money, stored forever. Pure. */
export const deriveMovements: Derivation = (change) =>
  change.table === 'charges'
    ? movementsOf(change).map(
        (movement): Row => ({
          id: movement.id,
          kind: 'movement',
          rev: change.after.rev,
          // Streams have whole seconds. Within one, money is listed as taken before it is returned.
          created_ms: movement.at + movementTypes.indexOf(movement.type),
          facets: { session: movement.session },
          body: JSON.stringify(movement),
        }),
      )
    : [];

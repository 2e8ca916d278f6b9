import { movementTypes } from '../types/movement.ts';
import type { Derivation } from '../types/record-change.ts';
import type { Row } from '../types/row.ts';
import { movementsOf } from './movements-of.ts';

/** A row for each movement of money, kept forever. Pure. */
export const deriveMovements: Derivation = (change) =>
  change.table === 'charges'
    ? movementsOf(change).map(
        (movement): Row => ({
          id: movement.id,
          kind: 'movement',
          rev: change.after.rev,
          // Streams tell whole seconds: of one of them, money comes before it goes back.
          created_ms: movement.at + movementTypes.indexOf(movement.type),
          facets: { session: movement.session },
          body: JSON.stringify(movement),
        }),
      )
    : [];

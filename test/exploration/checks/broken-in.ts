import type { World } from '../world.ts';
import { brokenPromise } from './answers.ts';
import { booksDisagree } from './books-agree.ts';
import { wrongMove } from './record-moves.ts';

/** The invariant that a step from one world to the next has broken, if it has. */
export const brokenIn = (before: World, world: World): string | undefined =>
  wrongMove(before, world) ?? booksDisagree(world) ?? brokenPromise(world);

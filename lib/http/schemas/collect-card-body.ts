import * as z from 'zod/mini';
import { card } from './fields/card.ts';

export const collectCardBody = z.strictObject({ card }, 'expected an object');

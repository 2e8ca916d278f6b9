export { showChallenge } from './show-challenge.ts';

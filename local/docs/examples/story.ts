import { chargeStory } from './charge-story.ts';
import type { Example } from './example.ts';
import { keyStory } from './key-story.ts';
import { linkStory } from './link-story.ts';
import { routingStory } from './routing-story.ts';
import { sessionStory } from './session-story.ts';
import { webhookStory } from './webhook-story.ts';

/** Every example of the document, in the order in which one service answers them. */
export const story: readonly Example[] = [
  ...routingStory,
  ...sessionStory,
  ...chargeStory,
  ...webhookStory,
  ...linkStory,
  ...keyStory,
];

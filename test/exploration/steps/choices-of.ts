import type { Actor, Setting, World } from '../world.ts';
import { fault } from './fault.ts';
import { isCertain, itemChoices } from './item-choices.ts';
import { processChoices } from './process-choices.ts';
import { type Choice, replaceActor, startProcess } from './step.ts';
import { timeChoices } from './time-choices.ts';

/** Everything that can happen next. Time passes only once nobody can do anything before. None: this is an end. */
export const choicesOf = (setting: Setting, world: World): readonly Choice[] => {
  const choices = world.actors.flatMap((actor) => actorChoices(setting, world, actor));
  const waits = choices.every(({ actor }) => actor && !isCertain(actor));
  return waits ? [...choices, ...timeChoices(setting, world)] : choices;
};

const actorChoices = (setting: Setting, world: World, actor: Actor): readonly Choice[] => {
  if (actor.held > 0) return [];
  switch (actor.type) {
    case 'process':
      return processChoices(setting, world, actor);
    case 'item':
      return itemChoices(setting, world, actor);
    case 'start': {
      const { spec } = actor;
      const label = `${spec.work.kind} ${spec.name} starts`;
      return [
        { label, actor, next: () => startProcess(setting, world, actor, spec) },
        ...setting.missed.flatMap((held) =>
          fault(world, 'late', (left) => ({
            label: `${label} ${held} recovery runs later`,
            actor,
            next: async () => ({ world: replaceActor(left, actor, [{ ...actor, held }]) }),
          })),
        ),
      ];
    }
    default:
      return actor satisfies never;
  }
};

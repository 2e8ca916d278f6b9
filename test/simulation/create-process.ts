import type { Process } from './process.ts';
import type { World } from './world.ts';

const functionLimit_ms = 29_000;

export const createProcess = (world: World, id: string, kind: string, onDeath: () => void): Process => {
  const { time, random, faults } = world;
  const skew = faults.hits('clock_skewed') ? random.between(-300_000, 300_000) : 0;
  const started = time.now();
  const ends_at_deadline = random.chance(0.5);
  let alive = true;
  const die = (why: string): void => {
    if (!alive) return;
    alive = false;
    world.note(`${id} ${why}`);
    onDeath();
  };
  const pass = (go: () => void): void => {
    if (!alive) return;
    if (ends_at_deadline && time.now() > started + functionLimit_ms) {
      die('timed out');
      return;
    }
    if (faults.hits('killed')) {
      die('killed');
      return;
    }
    if (faults.hits('frozen')) {
      world.note(`${id} frozen`);
      time.after(random.between(100, random.chance(0.5) ? 20_000 : 900_000), () => {
        if (ends_at_deadline && time.now() > started + functionLimit_ms) die('timed out');
        else if (alive) go();
      });
      return;
    }
    go();
  };
  return {
    id,
    kind,
    now: () => time.now() + skew,
    deadline: started + skew + functionLimit_ms,
    leave: pass,
    resume: pass,
    isAlive: () => alive,
    kill: die,
  };
};

import { describe, expect, test } from '@jest/globals';
import { createMovedTime } from '../../../local/week/moved-time.ts';

const then = Date.UTC(2026, 10, 20);

describe('moved time', () => {
  test('what is to happen happens in order, each once what came before has ended', async () => {
    const time = createMovedTime();
    time.moveTo(then);
    const seen: string[] = [];
    const note = (what: string): void => void seen.push(`${time.now() - then} ${what}`);
    time.after(2_000, () => note('second'));
    time.after(1_000, async () => {
      note('first begins');
      await time.sleep(1_500);
      note('first ends');
      time.after(0, () => note('after all'));
    });
    time.after(9_000, () => note('never'));
    let between = 0;
    await time.passUntil(then + 5_000, () => {
      between += 1;
    });
    expect(seen).toEqual(['1000 first begins', '2500 first ends', '2500 second', '2500 after all']);
    expect(between).toBe(3);
    expect(time.now()).toBe(then + 5_000);
  });

  test('what is called off does not happen', async () => {
    const time = createMovedTime();
    time.moveTo(then);
    const seen: string[] = [];
    const callOff = time.after(1_000, () => seen.push('called off'));
    callOff();
    await time.passUntil(then + 5_000, () => {});
    expect(seen).toEqual([]);
  });

  test('once released it is the real time, and what was still to happen happens in it', async () => {
    const time = createMovedTime();
    time.moveTo(Date.now() - 10_000);
    const late = new Promise((resolve) => time.after(1_000, () => resolve('late')));
    const callOff = time.after(60_000, () => {});
    time.release();
    expect(Math.abs(time.now() - Date.now())).toBeLessThan(1_000);
    expect(await late).toBe('late');
    callOff();
  });
});

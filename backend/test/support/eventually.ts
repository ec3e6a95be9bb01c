import { setTimeout as pause } from 'node:timers/promises';

/** Nothing was wrong yet, but it took longer than it may. */
export class TooLate extends Error {}

/** Asks again and again until the answer will do. @returns it. @throws with the last one after `ms` milliseconds */
export async function eventually<T>(ask: () => Promise<T> | T, willDo: (answer: T) => boolean, ms = 5000): Promise<T> {
  for (const until = Date.now() + ms; ; await pause(20)) {
    const answer = await ask();
    if (willDo(answer)) return answer;
    if (Date.now() > until) throw new TooLate(`Not within ${ms} ms; the last answer was ${JSON.stringify(answer)}.`);
  }
}

import { expect, test } from '@jest/globals';
import { type AlertState, nextState } from './alert-states.js';

const MINUTE_MS = 60_000;
const found = { code: 'late_jobs', check: 'jobs', area: 'operation', detail: () => 'A job waits.' } as const;

/** Runs one check a minute: `x` finds the alert, `.` does not. @returns the checks that notify, by their place */
function notifiesAt(checks: string, intervalMs = MINUTE_MS): string[] {
  let state: AlertState | undefined;
  const turns: string[] = [];
  for (const [place, check] of [...checks].entries()) {
    const next = nextState(state, check === 'x' ? found : undefined, new Date(place * intervalMs));
    ({ state } = next);
    if (next.turn) turns.push(`${place} ${next.turn.to}`);
  }
  return turns;
}

test.each([
  ['.', []],
  ['x', []],
  ['x.x.x.', []],
  ['xx', ['1 bad']],
  ['xxxxx', ['1 bad']],
  ['xx.', ['1 bad']],
  ['xx.x.xx.', ['1 bad']],
  ['xx..', ['1 bad', '3 good']],
  ['xx.x..', ['1 bad', '5 good']],
  ['xx....', ['1 bad', '3 good']],
  ['xx..x', ['1 bad', '3 good']],
  ['xx..xx..', ['1 bad', '3 good', '5 bad', '7 good']],
])('after the checks %s administrators are notified at %j', (checks, turns) => {
  expect(notifiesAt(checks)).toEqual(turns);
});

test('checks within half a minute count as one', () => {
  expect(notifiesAt('xxx', 14_000)).toEqual([]);
  expect(notifiesAt('xxxx', 14_000)).toEqual(['3 bad']);
});

test('the state keeps its beginning and has the latest detail', () => {
  const first = nextState(undefined, found, new Date(0)).state;
  const second = nextState(first, { ...found, detail: () => 'Two jobs wait.' }, new Date(MINUTE_MS)).state;
  expect(second).toMatchObject({ since: new Date(0), detail: 'Two jobs wait.', notified_at: new Date(MINUTE_MS) });
});

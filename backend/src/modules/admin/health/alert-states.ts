import type { FoundAlert } from '../../../platform/monitoring/health-checks.js';

/** What is known about an alert since the check that first found it. */
export interface AlertState {
  code: string;
  /** name of the health check that found it */
  check: string;
  detail: string;
  since: Date;
  checkedAt: Date;
  /** checks in a row that found it */
  badChecks: number;
  /** checks in a row that did not */
  goodChecks: number;
  /** when administrators were notified of it; null before */
  notifiedAt: Date | null;
}

/** A change that administrators are notified of. */
export interface AlertTurn {
  to: 'bad' | 'good';
  alert: AlertState;
}

/** In a row, before administrators are notified. A single slow response or restart is no news. */
const CHECKS_UNTIL_NOTIFIED = 2;
/** Checks that follow sooner count as one: after an outage, jobs that waited run one after the other. */
const MIN_INTERVAL_MS = 30_000;

/**
 * The state of an alert after a check.
 * @param found undefined when the check did not find it
 * @returns without a state the alert is over and forgotten
 */
export function nextState(
  former: AlertState | undefined,
  found: FoundAlert | undefined,
  now: Date,
): { state?: AlertState; turn?: AlertTurn } {
  if (former && now.getTime() - former.checkedAt.getTime() < MIN_INTERVAL_MS) return { state: former };
  if (found) return afterBad(former, found, now);
  if (!former?.notifiedAt) return {};
  const state = { ...former, checkedAt: now, badChecks: 0, goodChecks: former.goodChecks + 1 };
  return state.goodChecks < CHECKS_UNTIL_NOTIFIED ? { state } : { turn: { to: 'good', alert: state } };
}

function afterBad(
  former: AlertState | undefined,
  { code, check, detail }: FoundAlert,
  now: Date,
): { state: AlertState; turn?: AlertTurn } {
  const { since = now, badChecks = 0, notifiedAt = null } = former ?? {};
  const state: AlertState = {
    code,
    check,
    detail,
    since,
    checkedAt: now,
    badChecks: badChecks + 1,
    goodChecks: 0,
    notifiedAt,
  };
  if (notifiedAt || state.badChecks < CHECKS_UNTIL_NOTIFIED) return { state };
  state.notifiedAt = now;
  return { state, turn: { to: 'bad', alert: state } };
}

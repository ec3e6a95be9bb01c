import type { Row } from '../../../schema/index.js';
import type { FoundAlert } from '../../../platform/monitoring/health-checks.js';
import { sourceTexts } from '../../../platform/language/texts.js';

/**
 * What is known about an alert since the check that first found it. `bad_checks` and `good_checks` are those in a row
 * that found it, or did not.
 */
export type AlertState = Row<'health_alerts'>;

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
  if (former && now.getTime() - former.checked_at.getTime() < MIN_INTERVAL_MS) return { state: former };
  if (found) return afterBad(former, found, now);
  if (!former?.notified_at) return {};
  const state = { ...former, checked_at: now, bad_checks: 0, good_checks: former.good_checks + 1 };
  return state.good_checks < CHECKS_UNTIL_NOTIFIED ? { state } : { turn: { to: 'good', alert: state } };
}

function afterBad(
  former: AlertState | undefined,
  { code, check, detail }: FoundAlert,
  now: Date,
): { state: AlertState; turn?: AlertTurn } {
  const { since = now, bad_checks = 0, notified_at = null } = former ?? {};
  const state: AlertState = {
    code,
    check_name: check,
    detail: detail(sourceTexts),
    since,
    checked_at: now,
    bad_checks: bad_checks + 1,
    good_checks: 0,
    notified_at,
  };
  if (notified_at || state.bad_checks < CHECKS_UNTIL_NOTIFIED) return { state };
  state.notified_at = now;
  return { state, turn: { to: 'bad', alert: state } };
}

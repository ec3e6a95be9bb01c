// Query plans from PostgreSQL's log, where auto_explain writes each statement with its plan.

/** Settings of the server; auto_explain logs nothing until a database enables it. */
export const explainSettings = { session_preload_libraries: 'auto_explain', 'auto_explain.log_min_duration': -1 };

/** Settings of the database, for new connections. */
export const explainEverything = [
  'set auto_explain.log_min_duration = 0',
  'set auto_explain.log_analyze = on',
  'set auto_explain.log_buffers = on',
  'set auto_explain.log_timing = on',
];

const inside = (/** @type {unknown} */ text) => String(text).replaceAll(/^\t/gm, '').trimEnd();

/** @typedef {{ sql: string, ms: number, plan: string }} Plan */

/**
 * @param {string} log lines of PostgreSQL's log
 * @returns {Plan[]} in the order in which the statements ended
 */
export function parsePlans(log) {
  const entries = log.split(/^(?=\d{4}-\d\d-\d\d .*? LOG: {2})/m);
  return entries.flatMap((entry) => {
    const match = /LOG: {2}duration: ([\d.]+) ms {2}plan:\n\tQuery Text: ([^]*?)\n(\t[^\n]*\(cost=[^]*)/.exec(entry);
    if (!match) return [];
    const [, ms, sql, plan] = /** @type {unknown[]} */ (match);
    return [{ sql: inside(sql), ms: Number(ms), plan: inside(plan) }];
  });
}

/**
 * How a plan reads its tables, without estimates and times: scans with their tables and indexes, and joins.
 * @param {Plan} plan
 */
const getPlanSteps = ({ plan }) =>
  [...plan.matchAll(/(?:->  |^)([A-Z][A-Za-z ]+? (?:on|using) [^(]*?|[A-Z][A-Za-z ]*?(?:Join|Loop)) +\(cost=/gm)].map(
    (match) => /** @type {string} */ (match[1]),
  );

/**
 * @param {{ name: string, plans: Plan[] }[]} before
 * @param {{ name: string, plans: Plan[] }[]} after the same cases
 * @returns {string} per case the number of statements, and the steps that only one of the two has
 */
export function comparePlans(before, after) {
  const lines = after.flatMap(({ name, plans }, i) => {
    const former = before[i]?.plans ?? [];
    const steps = plans.flatMap(getPlanSteps);
    const formerSteps = former.flatMap(getPlanSteps);
    return [
      `- ${name}: ${former.length} → ${plans.length} statements`,
      ...subtract(formerSteps, steps).map((step) => `  - only before: ${step}`),
      ...subtract(steps, formerSteps).map((step) => `  - only now: ${step}`),
    ];
  });
  return lines.join('\n');
}

/** @param {string[]} all @param {string[]} others each takes one of its like out of `all` */
function subtract(all, others) {
  const rest = [...all];
  for (const other of others) {
    const at = rest.indexOf(other);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

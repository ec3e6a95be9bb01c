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
export function plansIn(log) {
  const entries = log.split(/^(?=\d{4}-\d\d-\d\d .*? LOG: {2})/m);
  return entries.flatMap((entry) => {
    const match = /LOG: {2}duration: ([\d.]+) ms {2}plan:\n\tQuery Text: ([^]*?)\n(\t[^\n]*\(cost=[^]*)/.exec(entry);
    if (!match) return [];
    const [, ms, sql, plan] = /** @type {unknown[]} */ (match);
    return [{ sql: inside(sql), ms: Number(ms), plan: inside(plan) }];
  });
}

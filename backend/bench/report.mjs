// Results of a benchmark as Markdown.
import os from 'node:os';

/** @param {import('./compare.mjs').Result} result */
function verdict({ goal, p95, p99, at, alone, only, againstHub }) {
  const [ten, fifty] = [at[10], at[50]];
  if (!ten || !fifty) return '';
  /** @type {string[]} */
  const parts = [];
  const judge = (/** @type {boolean} */ isMet, /** @type {string} */ text) =>
    parts.push(`${isMet ? '✓' : '✗'} ${text}`);
  if (goal) {
    judge(ten.share >= goal, `≥ ${goal} of ${againstHub ? 'the other' : 'bare'}`);
  }
  if (goal && goal > 0.3) {
    judge(ten.hub.p99 <= 3 * ten.bare.p99 && fifty.hub.p99 <= 3 * fifty.bare.p99, 'p99 ≤ 3 × bare');
  }
  if (alone && only) judge(only.p50 <= alone, `with one connection ${only.p50} ≤ ${alone} ms`);
  if (p95) judge(ten.hub.p95 <= p95, `p95 ≤ ${p95} ms`);
  if (p99) {
    judge(ten.hub.p99 <= p99, `p99 ≤ ${p99} ms`);
    judge(ten.hub.p99 <= 3 * ten.bare.p99, '≤ 3 × bare');
  }
  return parts.join(', ');
}

/** @param {import('./compare.mjs').Result['at'][number] | undefined} at */
const cells = (at) =>
  `${at?.share.toFixed(2)} | ${at?.hub.p50} / ${at?.hub.p95} / ${at?.hub.p99} | ${at?.bare.p50} / ${at?.bare.p99}`;

/** @param {import('./compare.mjs').Result[]} results @param {string} size of the database */
export function figures(results, size) {
  const lines = results.map((result) => {
    const [ten, fifty] = [result.at[10], result.at[50]];
    const rate = Math.round(ten?.hub.rate ?? 0);
    return `| ${result.name} | ${rate} | ${cells(ten)} | ${cells(fifty)} | ${verdict(result)} |`;
  });
  const columns = ['share of bare', 'p50 / p95 / p99', 'bare p50 / p99'];
  const header = ['', 'requests/s', `10 connections: ${columns.join(' | ')}`, `50 connections: ${columns.join(' | ')}`];
  return `# ${size}

Node ${process.version}, ${os.availableParallelism()} cores, client on the same machine. Medians of three rounds of two
seconds each, alternating with the bare server, in milliseconds. The p95 is the 97.5th percentile, an upper bound.

${header.map((name) => `| ${name} `).join('')}| goal at 10 |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

/**
 * @param {import('./compare.mjs').Result[]} results with the hub and a tenth of the documents as the bare server @param
 * {number} count of documents
 */
export function growth(results, count) {
  const lines = results.map(({ name, at }) => {
    const times = [at[10], at[50]].map((one) => (1 / (one?.share ?? 0)).toFixed(2));
    return `| ${name} | ${times.join(' | ')} |`;
  });
  return `# From ${count / 10} to ${count} documents

Factor by which reads become slower, by requests per second, alternating between the two hubs without caching.

| | 10 connections | 50 connections |
|---|---|---|
${lines.join('\n')}
`;
}

/** @param {number} ratio */
const toChange = (ratio) => `${((ratio - 1) * 100).toFixed(0)} %`;

/** @param {import('./compare-versions.mjs').Comparison[]} results @param {string} size of the database */
export function versions(results, size) {
  const lines = results.map(({ name, processor, response }) =>
    [
      `| ${name}`,
      processor.before.toFixed(3),
      processor.now.toFixed(3),
      toChange(processor.now / processor.before),
      ...(response ? [response.before.toFixed(2), response.now.toFixed(2), toChange(response.ratio)] : ['', '', '']),
    ].join(' | '),
  );
  return `# ${size}

Alternating on one database, in milliseconds: processor time of the hub's process per request with ten connections, and
response time with one connection, as medians of pairs.

| | other version | this version | difference | response of the other | of this one | difference |
|---|---|---|---|---|---|---|
${lines.map((line) => `${line} |`).join('\n')}
`;
}

/** @param {{ name: string, plans: import('./plans.mjs').Plan[] }[]} cases @param {string} size of the database */
export function plans(cases, size) {
  const parts = cases.map(({ name, plans: all }) => {
    const statements = all.map(
      ({ sql, ms, plan }) => `${ms.toFixed(2)} ms\n\n\`\`\`sql\n${sql}\n\`\`\`\n\n\`\`\`text\n${plan}\n\`\`\``,
    );
    const total = all.reduce((sum, { ms }) => sum + ms, 0).toFixed(2);
    const summary = `${all.length} ${all.length === 1 ? 'statement' : 'statements'}, ${total} ms in the database`;
    return [`## ${name}`, summary, ...statements].join('\n\n');
  });
  const heading = `# Query plans with ${size}`;
  return `${[heading, 'By auto_explain, one request per case, with generic plans.', ...parts].join('\n\n')}\n`;
}

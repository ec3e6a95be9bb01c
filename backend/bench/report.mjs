// What a bench has found, as Markdown.
import os from 'node:os';

/** @param {import('./compare.mjs').Result} result */
function verdict({ goal, p95, p99, at }) {
  const [ten, fifty] = [at[10], at[50]];
  if (!ten || !fifty) return '';
  /** @type {string[]} */
  const parts = [];
  const judge = (/** @type {boolean} */ isMet, /** @type {string} */ text) =>
    parts.push(`${isMet ? '✓' : '✗'} ${text}`);
  if (goal) {
    judge(ten.share >= goal, `≥ ${goal} of bare`);
    judge(ten.hub.p99 <= 3 * ten.bare.p99 && fifty.hub.p99 <= 3 * fifty.bare.p99, 'p99 ≤ 3 × bare');
  }
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

/** @param {import('./compare.mjs').Result[]} results @param {number} count of documents */
export function figures(results, count) {
  const lines = results.map((result) => {
    const [ten, fifty] = [result.at[10], result.at[50]];
    return `| ${result.name} | ${Math.round(ten?.hub.rate ?? 0)} | ${cells(ten)} | ${cells(fifty)} | ${verdict(result)} |`;
  });
  return `# ${count} documents

Node ${process.version}, ${os.availableParallelism()} cores, client on the same machine. Medians of three rounds of two seconds each, in turns with the bare server; milliseconds.
The p95 is the 97.5th percentile, which is no smaller.

| | requests/s | 10 connections: share of bare | p50 / p95 / p99 | bare p50 / p99 | 50 connections: share of bare | p50 / p95 / p99 | bare p50 / p99 | goal at 10 |
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

How many times as long a read takes, by requests a second in turns with the other hub; nothing is kept from one request to the next.

| | 10 connections | 50 connections |
|---|---|---|
${lines.join('\n')}
`;
}

/** @param {{ name: string, plans: import('./plans.mjs').Plan[] }[]} cases @param {number} count of documents */
export function plans(cases, count) {
  const parts = cases.map(({ name, plans: all }) => {
    const statements = all.map(
      ({ sql, ms, plan }) => `${ms.toFixed(2)} ms\n\n\`\`\`sql\n${sql}\n\`\`\`\n\n\`\`\`text\n${plan}\n\`\`\``,
    );
    return `## ${name}\n\n${all.length} ${all.length === 1 ? 'statement' : 'statements'}, ${all.reduce((sum, { ms }) => sum + ms, 0).toFixed(2)} ms in the database\n\n${statements.join('\n\n')}`;
  });
  return `# What the database does, with ${count} documents\n\nBy auto_explain, one request each, after its plans have settled.\n\n${parts.join('\n\n')}\n`;
}

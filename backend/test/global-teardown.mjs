import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { checkRowTypes, listTemplates } from './support/row-types.ts';

export default async function globalTeardown() {
  const { server, folders } = globalThis.hubTestDatabase;
  await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  const recorded = process.env.RECORDED_RESULTS;
  if (!recorded) return;
  delete process.env.RECORDED_RESULTS;
  const results = readFileSync(recorded, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  rmSync(recorded);
  const wrong = checkRowTypes(listTemplates(path.resolve(import.meta.dirname, '..')), results);
  if (!wrong.length) return;
  // An error here would leave jest without a report of the tests.
  console.error(`Row types that differ from what PostgreSQL returns:\n${wrong.join('\n')}`);
  process.exitCode = 1;
}

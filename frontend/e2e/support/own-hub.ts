import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort, startPostgres } from '../../../tools/lib/embedded-postgres.mjs';
import { createProductDatabase } from '../../../tools/lib/product-database.mjs';
import { startProduct } from '../../../tools/lib/product.mjs';
import { test as base } from './hub.js';
import { describeFailedStart, findErrors, testSettings } from './product-under-test.js';

/** An app that belongs to one test file, which may kill it and start it again on the same data. */
export interface OwnHub {
  url: string;
  /** as `kill -9` */
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

async function startOwnHub(): Promise<OwnHub & { stop: () => Promise<string[]> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-e2e-own-'));
  const server = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false });
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const env = {
    ...testSettings,
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: await createProductDatabase(server),
    DATA_DIR: path.join(folder, 'data'),
  };
  let product: ReturnType<typeof startProduct> | undefined;
  const start = async () => {
    product = startProduct({ env, onLog: write, onError: write });
    const address = await Promise.race([product.ready.then((ready) => ready.url), describeFailedStart(product)]);
    if (address !== url) throw new Error(`${address}\n${lines.join('\n')}`);
  };
  const kill = async () => {
    if (!product) return;
    process.kill(product.pid, 'SIGKILL');
    await product.exited;
  };
  const stop = async () => {
    await product?.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    return findErrors(lines);
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, kill, start, stop };
}

/**
 * Tests with an app of their own. Each file calls it, because a worker keeps the app for the next file that has the
 * same fixtures, with the settings and the content of the file before.
 */
export const testWithOwnHub = () =>
  base.extend<object, { ownHub: OwnHub }>({
    ownHub: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from a pattern
      async ({}, use) => {
        const { stop, ...hub } = await startOwnHub();
        await use(hub);
        const errors = await stop();
        if (errors.length) throw new Error(`The product reported errors during the tests:\n${errors.join('\n')}`);
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    address: [({ ownHub }, use) => use(ownHub.url), { scope: 'worker' }],
  });

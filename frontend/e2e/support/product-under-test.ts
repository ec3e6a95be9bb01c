import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort, startPostgres } from '../../../tools/lib/embedded-postgres.mjs';
import { describeExit } from '../../../tools/lib/processes.mjs';
import { createProductDatabase } from '../../../tools/lib/product-database.mjs';
import { type Product, startProduct } from '../../../tools/lib/product.mjs';
import { startExternalServices } from './external-services.js';

/** The only account that exists before the tests, which create all others. */
export const admin = { email: 'admin@example.org', password: 'e2e-admin-Passw0rd-42' };

/** The log of the app under test. */
export const serverLog = path.resolve(import.meta.dirname, '../../test-results/server.log');

/** The settings of every app under test. */
export const testSettings = {
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  DEMO: 'false',
  RATE_LIMIT_IP_FACTOR: '1000',
  LOG_LEVEL: 'warn',
};

/** Starts the built app with an empty database. @returns their addresses, and the function that stops them */
export async function startProductUnderTest(): Promise<{
  url: string;
  databaseUrl: string;
  stop: () => Promise<void>;
}> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-e2e-'));
  const server = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false });
  mkdirSync(path.dirname(serverLog), { recursive: true });
  const log = createWriteStream(serverLog);
  const write = (line: string) => void log.write(`${line}\n`);

  const port = await findFreePort();
  const url = `http://localhost:${port}`; // passkeys require a host name instead of an IP address
  const neighbours = await startExternalServices(url);
  const databaseUrl = await createProductDatabase(server);
  const product = startProduct({
    env: {
      ...testSettings,
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(folder, 'data'),
      ...neighbours.env,
    },
    onLog: write,
    onError: write,
  });
  const stop = async () => {
    await product.stop();
    await Promise.all([server.stop(), neighbours.stop()]);
    await new Promise<void>((resolve) => log.end(() => resolve()));
    rmSync(folder, { recursive: true, force: true });
  };
  const address = await Promise.race([product.ready.then((ready) => ready.url), describeFailedStart(product)]);
  if (address !== url) {
    await stop();
    throw new Error(`${address}\n${readFileSync(serverLog, 'utf8')}`);
  }
  return { url, databaseUrl, stop };
}

export const describeFailedStart = (product: Product): Promise<string> =>
  product.exited.then((exit) => `The product ended with ${describeExit(exit)} instead of getting ready.`);

/** Lines of a server log that indicate a defect; tests must not cause any. */
export const findErrors = (lines: readonly string[]): string[] => lines.filter((line) => /"level":[56]0/.test(line));

export const errorsInServerLog = (): string[] => findErrors(readFileSync(serverLog, 'utf8').split('\n'));

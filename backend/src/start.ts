import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { seed } from './demo/seed.js';
import { type Config, ConfigError, loadConfig } from './platform/config/config.js';
import { IncompleteRestoreError, migrate, withLock } from './platform/database/migrate.js';
import { describeConnectionError } from './platform/database/pg-errors.js';
import { HealthController } from './platform/health/health.controller.js';
import { createLogger } from './platform/logging/logger.js';

const STOP_WITHIN_MS = 12_000;

/** Starts the hub: configuration, migrations, accounts, server. On failure prints one sentence and exits. */
export async function start(): Promise<void> {
  try {
    const config = loadConfig();
    const logger = createLogger(config.env.LOG_LEVEL);
    report({ type: 'progress', text: 'Bringing the database up to date' });
    await updateSchema(config, logger);
    const app = await createApp(config, logger);
    stopOnSignals(app, logger);
    await app.init();
    const setupUrl = await withLock(config.databaseUrl, () =>
      seed(app, config, (text) => report({ type: 'progress', text })),
    );
    await app.listen({
      port: config.env.PORT,
      host: config.env.HOST,
      listenTextResolver: (address) => `ready: ${config.publicUrl}, listening at ${address}`,
    });
    report({ type: 'ready', url: config.publicUrl, setupUrl });
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exit(1);
  }
}

async function updateSchema(config: Config, logger: Logger): Promise<void> {
  const { ran, unknown } = await migrate(config.databaseUrl);
  if (ran.length) logger.info({ migrations: ran }, 'schema brought up to date');
  if (unknown.length) logger.warn({ migrations: unknown }, 'the database has migrations of a newer release');
}

/** Stops gracefully: readiness becomes false, requests in flight finish, then jobs and database connections close. */
function stopOnSignals(app: NestFastifyApplication, logger: Logger): void {
  let isStopping = false;
  const stop = (why: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ why }, 'stopping');
    app.get(HealthController).stop();
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'unclean shutdown');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  // The parent process has died without a signal.
  process.on('disconnect', () => stop('parent gone'));
}

type Report = { type: 'progress'; text: string } | { type: 'ready'; url: string; setupUrl: string | null };

/** Reports to the start command. Without a parent process (in a container) only the set-up link is printed. */
function report(message: Report): void {
  if (process.send) process.send(message);
  else if (message.type === 'ready' && message.setupUrl)
    process.stdout.write(`This hub has no administrator yet. Create one within an hour: ${message.setupUrl}\n`);
}

function describeError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof IncompleteRestoreError) return error.message;
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is already in use. Stop what runs there, or set PORT to another number.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this account. Set PORT to a number from 1024.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is not an address of this machine.`;
  const connection = describeConnectionError(error);
  if (connection) return connection;
  return `The start failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

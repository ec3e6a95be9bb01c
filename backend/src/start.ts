import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { seed } from './demo/seed.js';
import { type Config, ConfigError, loadConfig } from './platform/config/config.js';
import { migrate, withLock } from './platform/database/migrate.js';
import { createOrm } from './platform/database/orm.js';
import { isDatabaseAway } from './platform/database/pg-errors.js';
import { Readiness } from './platform/health/health.module.js';
import { createLogger } from './platform/logging/logger.js';
import { entities } from './modules.js';

const STOP_WITHIN_MS = 12_000;

/** Starts the product: configuration, schema, accounts, server. Ends the process with one sentence when it cannot. */
export async function start(): Promise<void> {
  try {
    const config = loadConfig();
    const logger = createLogger(config.env.LOG_LEVEL);
    tell({ type: 'progress', text: 'Bringing the database up to date' });
    await updateSchema(config, logger);
    const app = await createApp(config, logger);
    endOnSignals(app, logger);
    await app.init();
    await withLock(config.databaseUrl, () => seed(app, config, (text) => tell({ type: 'progress', text })));
    await app.listen({
      port: config.env.PORT,
      host: config.env.HOST,
      listenTextResolver: (address) => `ready: ${config.publicUrl}, listening at ${address}`,
    });
    tell({ type: 'ready', url: config.publicUrl });
  } catch (error) {
    process.stderr.write(`${sentence(error)}\n`);
    process.exit(1);
  }
}

async function updateSchema(config: Config, logger: Logger): Promise<void> {
  const orm = createOrm({ databaseUrl: config.databaseUrl, entities, poolSize: 2 });
  try {
    const ran = await migrate(orm, config.databaseUrl);
    if (ran.length) logger.info({ migrations: ran }, 'schema brought up to date');
  } finally {
    await orm.close(true);
  }
}

/** A stop: readiness turns first, requests in flight are answered, then jobs and database end. */
function endOnSignals(app: NestFastifyApplication, logger: Logger): void {
  let stopping = false;
  const stop = (why: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ why }, 'stopping');
    app.get(Readiness).stop();
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  // Started by another process that has died: nobody else would end us.
  process.on('disconnect', () => stop('parent gone'));
}

/** The start command shows these; without it (in a container) nobody listens. */
function tell(message: { type: 'progress'; text: string } | { type: 'ready'; url: string }): void {
  process.send?.(message);
}

function sentence(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is already in use. Stop what runs there, or set PORT to another number.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this account. Set PORT to a number from 1024.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is not an address of this machine.`;
  if (isDatabaseAway(error)) return `DATABASE_URL: PostgreSQL cannot be reached there (${reason(error)}).`;
  if (code === '28P01' || code === '28000') return 'DATABASE_URL: PostgreSQL refused its user or password.';
  if (code === '3D000') return 'DATABASE_URL: the database it names does not exist.';
  return `The start failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function reason(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}

import { parse } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { markConnectionFailure } from './pg-errors.js';
import { ConnectionMonitor } from './connection-monitor.js';
import { keepAliveOptions, MonitoredClient } from './monitored-client.js';
import { createOrm, listMigrations } from './orm.js';
import { KEEP_ALIVE_SETTINGS } from './statement-timeout.js';

/** Key of the advisory lock. Any constant works that all instances share. */
const MIGRATION_LOCK = 4_827_116;
const RETRY_LOCK_MS = 250;
/** Longer than for requests, because a migration may keep the server busy. */
const LOCK_SILENCE_LIMIT_MS = 10_000;
const CHECK_LOCK_MS = 2000;

export interface MigrationResult {
  /** names of the migrations that ran here */
  ran: string[];
  /** migrations of a newer release that ran before; its schema serves this release too (docs/decisions/0039) */
  unknown: string[];
}

/**
 * Brings the schema up to date. Several instances may call this at once: an advisory lock lets one work while the
 * others wait, and those then find nothing to do. The lock has its own connection, so a killed instance frees it.
 * @throws IncompleteRestoreError
 */
export async function migrate(databaseUrl: string): Promise<MigrationResult> {
  return withLock(databaseUrl, async (monitor, client) => {
    await requireCompleteRestore(client);
    // No statement timeout: a migration ends early only when the lock is lost.
    const orm = createOrm({ databaseUrl, poolSize: 2, monitor, statementTimeoutMs: 0 });
    try {
      const ran = (await orm.migrator.up()).map(({ name }) => name);
      const known = new Set(await listMigrations());
      const executed = await orm.migrator.getExecuted();
      return { ran, unknown: executed.map(({ name }) => parse(name).name).filter((name) => !known.has(name)) };
    } finally {
      await orm.close(true);
    }
  });
}

/**
 * Runs `work` while no other instance is inside this function. When the lock is lost with its connection, so are the
 * connections of `monitor`.
 */
export async function withLock<T>(
  databaseUrl: string,
  work: (monitor: ConnectionMonitor, client: pg.Client) => Promise<T>,
): Promise<T> {
  const monitor = new ConnectionMonitor();
  const client = new MonitoredClient(
    { connectionString: databaseUrl, application_name: 'knowledge-hub start', ...keepAliveOptions },
    { monitor, isProbe: true, silenceLimitMs: LOCK_SILENCE_LIMIT_MS },
  );
  await client.connect();
  let isDone = false;
  client.once(
    'end',
    () => isDone || monitor.destroyAll(markConnectionFailure(new Error('The lock for migrations is lost.'))),
  );
  try {
    await client.query(KEEP_ALIVE_SETTINGS);
    await lock(client);
    // Detects a connection that broke without an error.
    const check = () => client.isIdle && void client.query('select 1').catch(() => undefined);
    const checks = setInterval(check, CHECK_LOCK_MS).unref();
    try {
      return await work(monitor, client);
    } finally {
      clearInterval(checks);
    }
  } finally {
    isDone = true;
    await client.end();
  }
}

/** Polls, because a statement that waits for the lock looks like a dead connection. */
async function lock(client: MonitoredClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked) return;
    await pause(RETRY_LOCK_MS);
  }
}

/*
 * A table that exists in the database while a backup is restored into it. It stays when the restore is killed, so that
 * the rest is not taken for a hub.
 */

const TABLE = 'public.incomplete_restore';

/** A restore into this database was killed. The message says what to do. */
export class IncompleteRestoreError extends Error {
  constructor() {
    super(
      'A restore into this database was interrupted, so its content is incomplete. Restore again: npm run restore -- ' +
        'FILE clears it first.',
    );
  }
}

export async function createRestoreMark(client: pg.Client): Promise<void> {
  await client.query(`create table ${TABLE} (started_at timestamptz not null default now())`);
}

export async function deleteRestoreMark(client: pg.Client): Promise<void> {
  await client.query(`drop table ${TABLE}`);
}

export async function hasRestoreMark(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select 1 where to_regclass('${TABLE}') is not null`);
  return rows.length > 0;
}

/** @throws IncompleteRestoreError */
export async function requireCompleteRestore(client: pg.Client): Promise<void> {
  if (await hasRestoreMark(client)) throw new IncompleteRestoreError();
}

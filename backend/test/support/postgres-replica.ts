import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startPostgres, type StartedServer } from './postgres-server.js';

/** Neither belongs into a copy of a running cluster: the state of its process, its log and its replication slots. */
const LEFT_OUT = /^(postmaster\..*|pg_wal\/.+|pg_replslot\/.+)$/;

/** The connection to the primary is retried soon. */
const quickRetry = { wal_retrieve_retry_interval: '100ms' };

/** A streaming replica of a test's PostgreSQL server. */
export class PostgresReplica {
  private constructor(
    private server: StartedServer,
    private readonly dataDir: string,
    private readonly settings: Record<string, string>,
    private readonly database: string,
  ) {}

  /** Copies the files of the running primary as a base backup, and follows it from there. */
  static async start(primary: PostgresServer): Promise<PostgresReplica> {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'hub-test-replica-')), 'data');
    const client = new pg.Client(primary.url);
    await client.connect();
    try {
      await client.query(`select pg_create_physical_replication_slot('test', true)`);
      await client.query(`select pg_backup_start('test', fast => true)`);
      copyCluster(primary.dataDir, dataDir);
      const { rows } = await client.query<{ labelfile: string }>(
        'select * from pg_backup_stop(wait_for_archive => false)',
      );
      writeFileSync(join(dataDir, 'backup_label'), rows[0]?.labelfile ?? '');
      writeFileSync(join(dataDir, 'standby.signal'), '');
    } finally {
      await client.end();
    }
    giveTo(statSync(primary.dataDir), join(dataDir, '..'));
    const following = {
      ...quickRetry,
      primary_slot_name: 'test',
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres`,
    };
    const server = await startPostgres({ dataDir, durable: false, settings: following });
    return new PostgresReplica(server, dataDir, following, new URL(primary.url).pathname.slice(1));
  }

  get url(): string {
    return this.server.url(this.database);
  }

  get port(): number {
    return this.server.port;
  }

  /** As its superuser. */
  async query<Row extends object>(sql: string): Promise<Row[]> {
    const client = new pg.Client(this.url);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** It still receives the log of the primary, but does not apply it. */
  async pauseReplay(): Promise<void> {
    await this.query('select pg_wal_replay_pause()');
  }

  async resumeReplay(): Promise<void> {
    await this.query('select pg_wal_replay_resume()');
  }

  /** SIGKILL; its children end when they notice. */
  async kill(): Promise<void> {
    process.kill(this.server.pid, 'SIGKILL');
    await this.server.exited;
  }

  /** At the same port, after {@link kill}. */
  async restart(): Promise<void> {
    const { port } = this.server;
    this.server = await startPostgres({ dataDir: this.dataDir, durable: false, settings: this.settings, port });
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(join(this.dataDir, '..'), { recursive: true, force: true });
  }
}

function copyCluster(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (source) => !LEFT_OUT.test(relative(from, source)) });
  for (const folder of ['pg_wal', 'pg_replslot']) mkdirSync(join(to, folder), { recursive: true, mode: 0o700 });
}

/** PostgreSQL runs as the owner of its folder. Only root runs tests whose cluster has another owner. */
function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  execFileSync('chmod', ['700', folder, join(folder, 'data')]);
}

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

interface EmbeddedPostgres {
  startPostgres: (options: {
    dataDir: string;
    durable: boolean;
    port?: number;
    settings?: Record<string, string>;
  }) => Promise<StartedServer>;
}

export interface StartedServer {
  port: number;
  /** of the postmaster */
  pid: number;
  url(database?: string): string;
  /** resolves when it has ended */
  exited: Promise<unknown>;
  stop(): Promise<void>;
}

export const { startPostgres } = (await import(
  new URL('../../../tools/lib/embedded-postgres.mjs', import.meta.url).href
)) as EmbeddedPostgres;
const migrate = fileURLToPath(new URL('../../dist/cli/migrate.js', import.meta.url));

/** A PostgreSQL server for one test file, which may freeze it. */
export class PostgresServer {
  private frozen: number[] = [];

  private constructor(
    private readonly server: StartedServer,
    readonly dataDir: string,
  ) {}

  /** With a migrated, empty database. */
  static async start(settings: Record<string, string> = {}): Promise<PostgresServer> {
    const dataDir = mkdtempSync(join(tmpdir(), 'hub-test-postgres-'));
    const server = await startPostgres({ dataDir, durable: false, settings });
    const env = { ...process.env, DATABASE_URL: server.url(), NODE_COMPILE_CACHE: process.env['TEST_COMPILE_CACHE'] };
    await promisify(execFile)(process.execPath, [migrate], { env });
    return new PostgresServer(server, dataDir);
  }

  get url(): string {
    return this.server.url();
  }

  get port(): number {
    return this.server.port;
  }

  /** SIGSTOP for all of its processes. The kernel still accepts connections, but gets no response. */
  freeze(): void {
    const { pid } = this.server;
    // The postmaster first, so that no process is added meanwhile.
    process.kill(pid, 'SIGSTOP');
    this.frozen = [pid, ...childrenOf(pid)];
    for (const child of this.frozen) process.kill(child, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.frozen.toReversed()) process.kill(pid, 'SIGCONT');
    this.frozen = [];
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.server.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([ppid, pid]) => (ppid === parent && pid ? [pid] : []));
}

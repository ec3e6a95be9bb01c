import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminEnvironment, type ExitResult, findFreePort, type ServerProcess, startServer } from './server-process.js';

/** Several instances of the hub on one database and one DATA_DIR, each on a port of its own. */
export class Instances {
  private readonly servers: ServerProcess[] = [];

  private constructor(
    private readonly ports: number[],
    private readonly dataDir: string,
    private readonly environment: Record<string, string>,
  ) {}

  /** @param environment of all instances, with the URL of the database */
  static async start(count: number, environment: Record<string, string>): Promise<Instances> {
    const dataDir = mkdtempSync(join(tmpdir(), 'hub-test-instances-'));
    const ports = [];
    for (let i = 0; i < count; i++) ports.push(await findFreePort());
    const defaults = {
      DATA_DIR: dataDir,
      ...adminEnvironment,
      RATE_LIMIT_IP_FACTOR: '1000000',
      VIDEO_WORKERS: '0',
    };
    const instances = new Instances(ports, dataDir, { ...defaults, ...environment });
    for (let i = 0; i < count; i++) await instances.startOne(i);
    return instances;
  }

  get urls(): string[] {
    return this.ports.map((port) => `http://127.0.0.1:${port}`);
  }

  /** Sends a signal and waits until the instance has ended. */
  async end(index: number, signal: NodeJS.Signals): Promise<ExitResult> {
    const server = this.servers[index]!;
    server.child.kill(signal);
    return server.ended;
  }

  /** Starts an instance, again on the same port, and waits until it accepts requests. */
  async startOne(index: number): Promise<void> {
    const server = await startServer({ ...this.environment, PORT: String(this.ports[index]) });
    this.servers[index] = server;
    if (!(await server.ready)) throw new Error(`An instance did not start: ${(await server.ended).stderr}`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((_server, index) => this.end(index, 'SIGTERM')));
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from './wait-for.js';
import { adminEnvironment, findFreePort, minimalEnvironment } from './server-process.js';

const script = fileURLToPath(new URL('./start-hub.mjs', import.meta.url));

interface HubOptions {
  dataDir: string;
  /** a free one by default */
  port?: number;
  /** path of the same folder outside the hub's mount namespace */
  visibleDataDir?: string;
  environment?: Record<string, string>;
  /** of `startHub` */
  options?: object;
  /** a command that runs another command */
  wrapper?: string[];
}

/** The end of a process that was killed; it may have gigabytes of memory. */
const KILLED_WITHIN_MS = 10_000;

const running = new Set<HubProcess>();

/** The hub as `npm start` runs it: the start process with embedded PostgreSQL, and the app. */
export class HubProcess {
  output = '';
  exitCode: number | null | undefined;
  private readonly dataDir: string;
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;

  private constructor(
    readonly port: number,
    private readonly visible: string,
    { dataDir, environment, options = {}, wrapper = [] }: HubOptions,
  ) {
    this.dataDir = dataDir;
    const [command = '', ...args] = [...wrapper, process.execPath, script, JSON.stringify(options)];
    const accounts = { ...adminEnvironment, DEMO: 'false' };
    const env = {
      ...minimalEnvironment(),
      ...accounts,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_IP_FACTOR: '1000',
      ...environment,
    };
    this.child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = new Promise((resolve) =>
      this.child.once('exit', (code) => {
        this.exitCode = code;
        running.delete(this);
        resolve();
      }),
    );
    running.add(this);
  }

  static async start(options: HubOptions): Promise<HubProcess> {
    return new HubProcess(options.port ?? (await findFreePort()), options.visibleDataDir ?? options.dataDir, options);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Waits until the output contains this text. */
  async waitForOutput(text: string | RegExp, ms = 30_000): Promise<void> {
    await waitFor(
      () =>
        this.exitCode === undefined || this.output.match(text)
          ? this.output
          : `It has ended with ${this.exitCode}. ${this.output}`,
      (output) => output.match(text) !== null,
      ms,
    );
  }

  async waitUntilReady(): Promise<this> {
    await this.waitForOutput('Knowledge Hub is ready');
    return this;
  }

  /** The process of the app, not of the start process. */
  get appPid(): number {
    const { child } = JSON.parse(this.readFile('running.json')) as { child?: { pid: number } };
    return child?.pid ?? 0;
  }

  get postmasterPid(): number {
    return Number(this.readFile('postgres/postmaster.pid').split('\n')[0]);
  }

  /** The embedded database, for its superuser or for the hub's own role. */
  databaseUrl(user: 'postgres' | 'hub'): string {
    const port = this.readFile('postgres/postmaster.pid').split('\n')[3];
    const password = encodeURIComponent(this.readFile('postgres.password').trim());
    return `postgresql://${user}:${password}@127.0.0.1:${port}/hub`;
  }

  readFile(name: string): string {
    return readFileSync(join(this.visible, name), 'utf8');
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    process.kill(this.pid, signal);
    await this.ended;
  }

  /** SIGKILL for the start process, the app, the database server and all of their children at once. */
  async killEverything(): Promise<void> {
    const killed = new Set<number>();
    for (let left = processesOf(this.dataDir); left.length; left = processesOf(this.dataDir))
      for (const line of left) {
        const pid = parseInt(line);
        killed.add(pid);
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended with its parent.
        }
      }
    // The kernel takes the memory of a process, by which it is found, before it closes its port.
    await waitFor(
      () => [...killed].filter((pid) => isRunning(pid)).length,
      (count) => count === 0,
      KILLED_WITHIN_MS,
    );
    await this.ended;
  }

  /** Stops it like Ctrl-C. @returns the processes that are still running */
  async stop(): Promise<string[]> {
    if (this.exitCode === undefined) await this.kill('SIGTERM');
    return processesOf(this.dataDir);
  }

  static async stopAll(): Promise<void> {
    await Promise.all([...running].map((hub) => hub.stop()));
  }
}

/** The processes of a hub: their environment names the data folder, or (PostgreSQL) it is their working directory. */
function processesOf(dataDir: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter(
      (name) =>
        read(() => readFileSync(`/proc/${name}/environ`, 'utf8')).includes(`DATA_DIR=${dataDir}\0`) ||
        read(() => readlinkSync(`/proc/${name}/cwd`)).startsWith(dataDir),
    )
    .map((name) => `${name} ${read(() => readFileSync(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ')}`);
}

/** False for a zombie, which has closed its files. */
const isRunning = (pid: number): boolean => /\) [^XZ]/.test(read(() => readFileSync(`/proc/${pid}/stat`, 'utf8')));

function read(of: () => string): string {
  try {
    return of();
  } catch {
    return ''; // ended meanwhile
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

export interface ExitResult {
  code: number | null;
  signal: string | null;
  stderr: string;
  stdout: string;
}

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** true when it accepts requests, false when it has ended before */
  ready: Promise<boolean>;
  ended: Promise<ExitResult>;
}

/** Timeout of tests that start several processes, on a machine that may be busy. */
export const SLOW_TEST_TIMEOUT_MS = 240_000;

/** The administrator of hubs that tests start as processes. */
export const admin = { email: 'boss@example.org', password: 'first-password' };
export const adminEnvironment = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };

/** Environment of server processes: only PATH and Node's compile cache. */
export const minimalEnvironment = () => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['TEST_COMPILE_CACHE'],
});

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const running = new Set<ChildProcess>();

/** Starts the built server as a process, like the start command. @param command another command that starts it */
export async function startServer(
  environment: Record<string, string>,
  [program = '', ...args]: string[] = [process.execPath, main],
): Promise<ServerProcess> {
  const port = environment['PORT'] ?? String(await findFreePort());
  const dataDir = mkdtempSync(join(tmpdir(), 'hub-test-data-'));
  const env = { ...minimalEnvironment(), PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...environment };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  running.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr!.on('data', (chunk) => (stderr += String(chunk)));
  // Not "close": it is not emitted after the IPC channel was closed explicitly.
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const ended = Promise.all([exited, finished(child.stdout!), finished(child.stderr!)]).then(([how]): ExitResult => {
    running.delete(child);
    rmSync(dataDir, { recursive: true, force: true });
    return { ...how, stderr, stdout };
  });
  const ready = new Promise<boolean>((resolve) => {
    child.on('message', (message) => (message as { type: string }).type === 'ready' && resolve(true));
    void ended.then(() => resolve(false));
  });
  return { child, url: `http://127.0.0.1:${port}`, ready, ended };
}

/** For afterEach: kills the processes that a failed test has left running. */
export function killRunningServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * A tmpfs in its own mount namespace, which disappears with the test. Unprivileged users are root of a user namespace
 * there.
 */
export class SmallVolume {
  private constructor(
    private readonly holder: ReturnType<typeof spawn>,
    /** where processes inside the namespace see it */
    readonly path: string,
  ) {}

  static async mount(megabytes: number): Promise<SmallVolume> {
    const path = await mkdtemp(join(tmpdir(), 'hub-test-volume-'));
    await chmod(path, 0o711);
    const flags = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
    const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0711 hub-test ${path}`;
    const script = `${mount} && echo mounted && exec sleep infinity`;
    const holder = spawn('unshare', [...flags, 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    const failure = text(holder.stderr);
    const [said] = (await Promise.race([
      once(holder.stdout, 'data'),
      once(holder.stdout, 'end'),
      once(holder, 'error'),
    ])) as [unknown];
    if (String(said).trim() !== 'mounted') {
      const why = said instanceof Error ? said.message : await failure;
      throw new Error(
        'This test needs a small volume: as root, or where user namespaces are allowed, ' +
          `"unshare --mount" with "mount -t tmpfs" must work. ${why}`,
      );
    }
    return new SmallVolume(holder, path);
  }

  /** Where the test sees the same files. */
  get visiblePath(): string {
    return `/proc/${this.holder.pid}/root${this.path}`;
  }

  /** A command that runs the one that follows it inside the namespace. */
  get wrapper(): string[] {
    const flags = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--preserve-credentials'];
    return ['nsenter', `--target=${this.holder.pid}`, ...flags, '--'];
  }

  /** Fills the volume to the last block. */
  async fill(): Promise<void> {
    const handle = await open(join(this.visiblePath, 'filler'), 'a');
    try {
      for (const size of [1024 ** 2, 4096]) {
        const chunk = Buffer.alloc(size, 1);
        while (await handle.write(chunk).then(({ bytesWritten }) => bytesWritten === size, isNoSpace));
      }
    } finally {
      await handle.close();
    }
  }

  async releaseSpace(): Promise<void> {
    await rm(join(this.visiblePath, 'filler'), { force: true });
  }

  async unmount(): Promise<void> {
    this.holder.kill('SIGKILL');
    await once(this.holder, 'exit');
    await rm(this.path, { recursive: true, force: true });
  }
}

function isNoSpace(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ENOSPC') throw error;
  return false;
}

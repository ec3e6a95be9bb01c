import { chownSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
/** User and group of programs without privileges that are started as root. */
export const UNPRIVILEGED_ID = 65_534;

/**
 * Runs its arguments with all file systems read-only except for `data` and `tmp` in the folder, without privileges.
 * Paths in the project become paths in `app`, which other accounts can enter wherever the project is.
 */
const script = `set -e
root=$1; folder=$2; shift 2
mount --bind "$root" "$folder/app"
for name in data tmp; do mount --bind "$folder/$name" "$folder/$name"; done
awk '{print $5}' /proc/self/mountinfo | while read -r place; do
  case $place in
    "$folder/data"|"$folder/tmp"|/proc*|/sys*|/dev*) ;;
    *) mount -o remount,bind,ro "$place" || true ;;
  esac
done
export TMPDIR="$folder/tmp"
for argument do
  shift
  case $argument in "$root"/*) argument=$folder/app\${argument#"$root"} ;; esac
  set -- "$@" "$argument"
done
cd "$folder/app"
exec $UNPRIVILEGED setpriv --no-new-privs --inh-caps=-all "$@"`;

/** The project as it is in the container: read-only and run by an account without privileges. */
export class ReadOnlyTree {
  private constructor(private readonly folder: string) {}

  static create(): ReadOnlyTree {
    const folder = mkdtempSync(join(tmpdir(), 'hub-test-tree-'));
    chmodSync(folder, 0o711);
    for (const name of ['app', 'data', 'tmp']) {
      mkdirSync(join(folder, name), { mode: 0o700 });
      if (process.getuid?.() === 0) chownSync(join(folder, name), UNPRIVILEGED_ID, UNPRIVILEGED_ID);
    }
    chmodSync(join(folder, 'app'), 0o755);
    return new ReadOnlyTree(folder);
  }

  /** The only folder, besides that for temporary files, that processes may write to. */
  get dataDir(): string {
    return join(this.folder, 'data');
  }

  /** A command that runs the one that follows it. */
  get wrapper(): string[] {
    return this.wrapperFor('unprivileged');
  }

  /** Runs it as root, where the tests run as root. */
  get rootWrapper(): string[] {
    return this.wrapperFor('root');
  }

  private wrapperFor(account: 'unprivileged' | 'root'): string[] {
    const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const namespace = uid === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
    const unprivileged =
      uid === 0
        ? account === 'root'
          ? 'env'
          : `setpriv --reuid=${UNPRIVILEGED_ID} --regid=${UNPRIVILEGED_ID} --clear-groups --bounding-set=-all`
        : `unshare --user --map-user=${uid} --map-group=${gid}`;
    const shell = ['sh', '-c', script, 'sh', root, this.folder];
    return ['unshare', ...namespace, 'env', `UNPRIVILEGED=${unprivileged}`, ...shell];
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

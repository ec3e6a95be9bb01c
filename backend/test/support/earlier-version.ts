import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');
const swc = join(repository, 'node_modules/@swc/cli/bin/swc.js');

/** The server of an earlier commit, built with the packages of today. */
export interface EarlierVersion {
  /** for `startServer` */
  main: string;
  delete(): Promise<void>;
}

/** @throws when git or the commit is not there: the versions must not pass untested */
export async function buildEarlierVersion(commit: string): Promise<EarlierVersion> {
  await requireCommit(commit);
  const folder = await mkdtemp(join(tmpdir(), 'hub-test-earlier-'));
  const backend = join(folder, 'backend');
  const archive = join(folder, 'backend.tar');
  await git('archive', '--output', archive, commit, 'backend/src', 'backend/migrations', 'backend/package.json');
  await run('tar', ['-xf', archive, '-C', folder]);
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(repository, 'backend/node_modules'), join(backend, 'node_modules'));
  await mkdir(join(backend, 'dist'));
  await compile(backend, 'src', '--ignore', '**/*.spec.ts,**/*.int-spec.ts');
  await compile(backend, 'migrations');
  return { main: join(backend, 'dist/main.js'), delete: () => rm(folder, { recursive: true, force: true }) };
}

const git = (...args: string[]) => run('git', ['-C', repository, ...args]);

async function compile(backend: string, sources: string, ...options: string[]): Promise<void> {
  const target = sources === 'src' ? 'dist' : join('dist', sources);
  const config = join(repository, 'backend/.swcrc');
  const args = [swc, sources, '-d', target, '--strip-leading-paths', '--config-file', config, '-q', ...options];
  await run(process.execPath, args, { cwd: backend });
}

async function requireCommit(commit: string): Promise<void> {
  try {
    await git('cat-file', '-e', `${commit}^{commit}`);
  } catch (error) {
    throw new Error(
      `The commit ${commit} of an earlier version is needed, and git does not have it. Install git, and clone with ` +
        'the whole history (git fetch --unshallow).',
      { cause: error },
    );
  }
}

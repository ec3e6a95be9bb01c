import { readdirSync, readFileSync } from 'node:fs';

/** The running media processes of this machine that descend from `ancestor`, by default the test itself. */
export function mediaProcesses(ancestor = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes('media-worker') && descends(pid, ancestor));
}

function descends(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1;) {
    if (at === ancestor) return true;
    at = Number(read(`/proc/${at}/stat`).split(') ')[1]?.split(' ')[1] ?? 0);
  }
  return false;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // ended meanwhile
  }
}

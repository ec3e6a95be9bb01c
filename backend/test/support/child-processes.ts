import { readdirSync, readFileSync } from 'node:fs';

/** Processes that convert videos. */
export const mediaProcesses = (ancestor?: number): number[] => childProcesses('media-worker', ancestor);

/** Processes that make backups. */
export const archiveProcesses = (ancestor?: number): number[] => childProcesses('archive-worker', ancestor);

/** Processes that read files of users. */
export const extractionProcesses = (ancestor?: number): number[] => childProcesses('extraction-worker', ancestor);

/** The running processes of this module that descend from `ancestor`, by default the test itself. */
function childProcesses(module: string, ancestor = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readProcessFile(pid, 'cmdline').includes(module) && descends(pid, ancestor));
}

function descends(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1;) {
    if (at === ancestor) return true;
    at = Number(readProcessFile(at, 'stat').split(') ')[1]?.split(' ')[1] ?? 0);
  }
  return false;
}

/** Empty for a process that has ended. */
export function readProcessFile(pid: number, name: 'cmdline' | 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

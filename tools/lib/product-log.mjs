// The product's log: all of it goes to a file; the terminal of a person gets what needs attention.
import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs';

const names = new Map([
  [40, 'warning'],
  [50, 'error'],
  [60, 'fatal'],
]);
const bigEnough = 10_000_000;

/** @param {string} line @returns {string | undefined} what to show of a JSON line, if anything */
export function readable(line) {
  try {
    const { level, msg, err } = JSON.parse(line);
    if (level < 40) return undefined;
    return `${names.get(level) ?? 'error'}: ${[msg, err?.message].filter(Boolean).join(': ')}`;
  } catch {
    return line; // no JSON: nobody planned it, so it is worth seeing
  }
}

/**
 * @param {string} file
 * @param {{ terminal?: boolean }} [options] false keeps it out of the terminal
 * @returns {{ write: (line: string) => void, writeError: (line: string) => void, close: () => Promise<void> }}
 */
export function openProductLog(file, { terminal = true } = {}) {
  if (existsSync(file) && statSync(file).size > bigEnough) renameSync(file, `${file}.1`);
  const out = createWriteStream(file, { flags: 'a', mode: 0o600 });
  out.on('error', () => {}); // a full disk must not end the product
  const showAll = !process.stdout.isTTY || !!process.env['LOG_LEVEL'];
  return {
    write(line) {
      out.write(`${line}\n`);
      const shown = showAll ? line : readable(line);
      if (terminal && shown !== undefined) process.stdout.write(`${shown}\n`);
    },
    writeError(line) {
      out.write(`${line}\n`);
      process.stderr.write(`${line}\n`);
    },
    close: () => new Promise((resolve) => out.end(() => resolve())),
  };
}

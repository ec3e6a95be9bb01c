// The product's log: all of it goes to a file; the terminal of a person gets what needs attention.
import { createWriteStream, renameSync, statSync } from 'node:fs';

const names = new Map([
  [40, 'warning'],
  [50, 'error'],
  [60, 'fatal'],
]);
/** Bytes of a file; there are two, the current one and the one before. */
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

/** @param {string} file @returns {{ write: (line: string) => void, close: () => Promise<void> }} a file that does not outgrow its bound */
function boundedFile(file) {
  const open = () => createWriteStream(file, { flags: 'a', mode: 0o600 }).on('error', () => {}); // a full disk must not end the product
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let out = open();
  return {
    write(line) {
      if (size > bigEnough) {
        out.end(); // what it has not written yet goes with the file that it has open
        try {
          renameSync(file, `${file}.1`);
        } catch {
          // somebody has taken it away
        }
        out = open();
        size = 0;
      }
      size += Buffer.byteLength(line) + 1;
      out.write(`${line}\n`);
    },
    close: () => new Promise((resolve) => out.end(() => resolve())),
  };
}

/**
 * @param {string} file
 * @param {{ terminal?: boolean }} [options] false keeps it out of the terminal
 * @returns {{ write: (line: string) => void, writeError: (line: string) => void, close: () => Promise<void> }}
 */
export function openProductLog(file, { terminal = true } = {}) {
  const { write, close } = boundedFile(file);
  const showAll = !process.stdout.isTTY || !!process.env['LOG_LEVEL'];
  return {
    write(line) {
      write(line);
      const shown = showAll ? line : readable(line);
      if (terminal && shown !== undefined) process.stdout.write(`${shown}\n`);
    },
    writeError(line) {
      write(line);
      process.stderr.write(`${line}\n`);
    },
    close,
  };
}

// The product's log: complete in a file; terminals show what needs attention.
import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { printLine } from './terminal.mjs';

const names = new Map([
  [40, 'warning'],
  [50, 'error'],
  [60, 'fatal'],
]);
/** Bytes of a file; there are two, the current one and the one before. */
const bigEnough = 10_000_000;
/** How long the same line is not shown again on a terminal. */
const REPEAT_AFTER_MS = 60_000;

/** @param {string} line @returns {string | undefined} what to show of a JSON line, if anything */
export function formatLine(line) {
  try {
    const { level, msg, err } = JSON.parse(line);
    if (level < 40) return undefined;
    return `${names.get(level) ?? 'error'}: ${[msg, err?.message].filter(Boolean).join(': ')}`;
  } catch {
    return line; // not JSON, so it is unexpected
  }
}

/**
 * A log file with a maximum size. Lines that cannot be written, because the disk is full or the file cannot be opened,
 * are dropped.
 * @param {string} file
 * @returns {{ write: (line: string) => void, close: () => Promise<void> }}
 */
function boundedFile(file) {
  /** @type {number | undefined} */
  let out;
  let size = 0;
  let isTorn = false;
  const open = () => {
    if (out !== undefined) return out;
    size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return (out = openSync(file, 'a', 0o600));
  };
  const close = () => {
    if (out !== undefined) closeSync(out);
    out = undefined;
  };
  return {
    write(line) {
      try {
        open();
        if (size > bigEnough) {
          close();
          renameSync(file, `${file}.1`);
        }
        const bytes = Buffer.from(`${isTorn ? '\n' : ''}${line}\n`);
        const written = writeSync(open(), bytes);
        size += written;
        isTorn = written < bytes.length && written > 0;
      } catch {
        // the hub continues without its log
      }
    },
    close: async () => close(),
  };
}

/**
 * @typedef {object} ProductLog
 * @property {(line: string) => void} write
 * @property {(line: string) => void} writeError
 * @property {(text: string, details?: object) => void} report writes a sentence of the start process as a warning, and
 *   shows it on the terminal
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} file
 * @param {{ terminal?: boolean }} [options] false keeps it out of the terminal
 * @returns {ProductLog}
 */
export function openProductLog(file, { terminal = true } = {}) {
  const { write, close } = boundedFile(file);
  // The journal of systemd keeps whole lines; elsewhere they are in the file.
  const showAll = !!(process.env['LOG_LEVEL'] || process.env['JOURNAL_STREAM']);
  /** @type {Map<string, number>} when a line was last shown */
  const shown = new Map();
  /**
   * Repeated lines, such as failing jobs on a full disk, are shown once a minute.
   * @param {string} line
   */
  const isRepeated = (line) => {
    const now = performance.now();
    if (now - (shown.get(line) ?? -Infinity) < REPEAT_AFTER_MS) return true;
    if (shown.size > 100) shown.clear();
    shown.set(line, now);
    return false;
  };
  return {
    write(line) {
      write(line);
      if (!terminal) return;
      const text = showAll ? line : formatLine(line);
      if (text !== undefined && (showAll || !isRepeated(text))) process.stdout.write(`${text}\n`);
    },
    writeError(line) {
      write(line);
      process.stderr.write(`${line}\n`);
    },
    report(text, details = {}) {
      write(JSON.stringify({ level: 40, time: Date.now(), ...details, msg: text }));
      printLine(text);
    },
    close,
  };
}

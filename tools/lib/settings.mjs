// Settings of the start command. The product validates these and all others again.
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { root } from './node-runtime.mjs';
import { UserError } from './terminal.mjs';

/**
 * @typedef {{ port: number, host: string, dataDir: string, databaseUrl: string }} Settings `databaseUrl` is empty for
 * our own
 */

/** @param {string} name @returns {string} an empty value means "not set", for the product too */
const read = (name, fallback = '') => process.env[name] || fallback;

/** @returns {Settings} */
export function readSettings() {
  const [PORT, DATA_DIR] = [read('PORT', '3000'), read('DATA_DIR', '.data')];
  const port = Number(PORT);
  if (!/^\d+$/.test(PORT) || port < 1 || port > 65_535) {
    throw new UserError(`PORT must be a whole number from 1 to 65535, but it is "${PORT}".`);
  }
  const host = read('HOST', '127.0.0.1');
  return { port, host, dataDir: path.resolve(root, DATA_DIR), databaseUrl: read('DATABASE_URL') };
}

/** @param {string} dataDir */
export function prepareDataDir(dataDir) {
  try {
    // Accessible for this account only; as root, PostgreSQL's account must be able to pass through to its folder.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new UserError(`DATA_DIR must be a folder that can be written to, but ${dataDir} is not (${code}).`);
  }
}

/**
 * Detects early that the address is in use, before minutes of installing.
 * @param {Pick<Settings, 'port' | 'host'>} settings
 */
export async function checkAddress({ port, host }) {
  const server = net.createServer();
  try {
    await new Promise((resolve, reject) =>
      server.once('error', reject).listen({ port, host }, () => resolve(undefined)),
    );
    await new Promise((resolve) => server.close(resolve));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `Port ${port} on ${host} is already in use. Stop what runs there or start with another, ` +
          `for example PORT=${port < 65_535 ? port + 1 : 3000} npm start.`,
      );
    }
    if (code === 'EACCES') throw new UserError(`PORT ${port} is reserved for the system: choose one above 1023.`);
    throw new UserError(`HOST must be an address of this machine, but nothing can listen on "${host}" (${code}).`);
  }
}

/** @param {string} dataDir @returns {string[]} paragraphs to show, none when nothing was written */
export function readSignIns(dataDir) {
  const file = path.join(dataDir, 'credentials.txt');
  return existsSync(file) ? [readFileSync(file, 'utf8').trim(), `(kept in ${file})`, ''] : [];
}

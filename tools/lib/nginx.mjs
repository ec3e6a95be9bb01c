// The reverse proxy of the tests: the installed nginx.
import { existsSync } from 'node:fs';
import { canInstallPackages, installPackage } from './debian-packages.mjs';

/** @returns {string | undefined} the path of nginx on this machine */
export function findNginx() {
  const usual = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'];
  return process.env['NGINX_PATH'] || usual.find((file) => existsSync(file));
}

/**
 * Ensures that nginx is installed, and installs it where possible.
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export async function ensureNginx(signal) {
  let output = '';
  // Downloads from mirrors fail at times.
  for (let attempt = 1; attempt <= 3 && !findNginx() && canInstallPackages(); attempt++)
    ({ output } = await installPackage(['nginx-light', 'nginx'], signal));
  if (findNginx()) return;
  throw new Error(
    `${output}\nThe tests of the reverse proxy need nginx, and it could not be installed: install it ` +
      '(on Debian and Ubuntu "apt-get install nginx-light") or set NGINX_PATH to its path.',
  );
}

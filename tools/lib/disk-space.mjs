// Free space on the volume of DATA_DIR, and a reserve that is deleted for PostgreSQL when the volume is full.
import { randomBytes } from 'node:crypto';
import { rmSync, statSync, statfsSync, truncateSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const MB = 1024 ** 2;

/**
 * @param {number} volume the size of the volume in bytes
 * @returns {{ reserve: number, low: number }} bytes to keep in reserve, and bytes below which the volume counts as
 * full: PostgreSQL needs 16 MB for each further segment of its log
 */
export const getSpaceLimits = (volume) => ({
  reserve: Math.min(64 * MB, Math.floor(volume / 8 / MB) * MB),
  low: Math.min(32 * MB, Math.floor(volume / 16)),
});

/** @param {unknown} error @returns {boolean} whether there was no space left, on the volume or of a quota */
export const isNoSpace = (error) =>
  ['ENOSPC', 'EDQUOT'].includes(String(/** @type {NodeJS.ErrnoException} */ (error)?.code));

/** @param {number} bytes @returns {string} such as `12 MB` */
export const toMegabytes = (bytes) => `${Math.floor(bytes / MB)} MB`;

export class DiskSpace {
  /** @param {string} dataDir */
  constructor(dataDir) {
    this.dataDir = dataDir;
    this.file = path.join(dataDir, 'disk-reserve');
    const { blocks, bsize } = statfsSync(dataDir);
    const { reserve, low } = getSpaceLimits(blocks * bsize);
    this.reserve = reserve;
    this.low = low;
  }

  /** @returns {number} bytes that an ordinary account can still write */
  free() {
    const { bavail, bsize } = statfsSync(this.dataDir);
    return bavail * bsize;
  }

  isLow() {
    return this.free() < this.low;
  }

  isReserveHeld() {
    return (statSync(this.file, { throwIfNoEntry: false })?.size ?? 0) >= this.reserve;
  }

  /** Bytes that must be free before writes are allowed again; more than `low`, so that the state does not flap. */
  wanted() {
    return 2 * this.low + (this.isReserveHeld() ? 0 : this.reserve);
  }

  /**
   * Shortens the reserve by 1 MB, for a small file that must be written on a full volume.
   * @returns {boolean} whether there was so much of it
   */
  shrinkReserve() {
    const size = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
    if (size < MB) return false;
    truncateSync(this.file, size - MB);
    return true;
  }

  /** Deletes the reserve. @returns {boolean} whether there was one */
  releaseReserve() {
    const isHeld = statSync(this.file, { throwIfNoEntry: false }) !== undefined;
    rmSync(this.file, { force: true });
    rmSync(`${this.file}.new`, { force: true });
    return isHeld;
  }

  /**
   * Allocates the reserve when it is missing and enough is free. Random bytes: a file system that compresses would
   * allocate next to nothing for zeros.
   * @param {AbortSignal} [signal]
   * @returns {Promise<boolean>} whether the reserve is held now
   */
  async restoreReserve(signal) {
    if (this.isReserveHeld()) return true;
    const draft = `${this.file}.new`;
    try {
      const chunk = randomBytes(MB);
      const handle = await open(draft, 'w', 0o600);
      try {
        for (let written = 0; written < this.reserve;) {
          signal?.throwIfAborted();
          if (this.isLow()) throw new Error('The volume is filling up again.');
          const { bytesWritten } = await handle.write(chunk, 0, Math.min(MB, this.reserve - written));
          written += bytesWritten;
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, this.file);
      return true;
    } catch {
      await rm(draft, { force: true });
      return false;
    }
  }
}

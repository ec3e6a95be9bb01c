import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { defineHealthCheck, HealthChecks, type HealthFinding } from '../monitoring/health-checks.js';
import type { Localized } from '../language/texts.js';

export interface DiskFigures {
  /** bytes that the hub can still write on the volume of DATA_DIR */
  freeBytes: number;
  totalBytes: number;
}

export const diskHealth = defineHealthCheck<DiskFigures>('disk');

const MB = 1024 ** 2;
/** At most this share of a small volume. */
const SMALL_VOLUME_SHARE = 0.1;
/** About the largest upload. */
const WARNING_BYTES = 2048 * MB;
/** PostgreSQL, uploads and conversions fail soon. Below 32 MB the embedded database becomes read-only. */
const CRITICAL_BYTES = 200 * MB;

/** Measures the free space on the volume of DATA_DIR. */
@Injectable()
export class DiskHealth implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly checks: HealthChecks,
  ) {}

  onModuleInit(): void {
    this.checks.register(diskHealth, () => measureDisk(this.config.dataDir), {
      gauges: [
        {
          name: 'disk_free_bytes',
          help: 'Bytes that the hub can still write on the volume of DATA_DIR',
          value: ({ freeBytes }) => freeBytes,
        },
        {
          name: 'disk_size_bytes',
          help: 'Size of the volume of DATA_DIR in bytes',
          value: ({ totalBytes }) => totalBytes,
        },
      ],
    });
  }
}

export async function measureDisk(folder: string): Promise<HealthFinding<DiskFigures>> {
  const { bavail, blocks, bsize } = await statVolume(folder);
  return describeDisk({ freeBytes: bavail * bsize, totalBytes: blocks * bsize });
}

/** The status and alerts of a volume. */
export function describeDisk(figures: DiskFigures): HealthFinding<DiskFigures> {
  const isBelow = (bytes: number) => figures.freeBytes < Math.min(bytes, SMALL_VOLUME_SHARE * figures.totalBytes);
  if (!isBelow(WARNING_BYTES)) return { figures };
  const detail: Localized = ({ health }) => health.alerts.lowDiskSpace(Math.floor(figures.freeBytes / MB));
  return {
    status: isBelow(CRITICAL_BYTES) ? 'degraded' : 'healthy',
    figures,
    alerts: [{ code: 'low_disk_space', area: 'operation', detail }],
  };
}

/** With object storage and another database the folder may not exist before its first use. */
async function statVolume(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return statVolume(parent);
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { defineHealthCheck, HealthChecks, type HealthFinding } from '../monitoring/health-checks.js';
import { Files } from './files.js';
import type { Localized } from '../language/texts.js';

export interface StorageFigures {
  usedBytes: number;
  /** STORAGE_QUOTA_GB */
  totalBytes: number;
}

export const storageHealth = defineHealthCheck<StorageFigures>('storage');

const WARNING_PERCENT = 80;

/** Compares the counted bytes of files with their quota. */
@Injectable()
export class StorageHealth implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly files: Files,
    private readonly checks: HealthChecks,
  ) {}

  onModuleInit(): void {
    this.checks.register(storageHealth, () => this.measure(), {
      gauges: [
        { name: 'storage_used_bytes', help: 'Bytes of all stored files', value: ({ usedBytes }) => usedBytes },
        {
          name: 'storage_quota_bytes',
          help: 'STORAGE_QUOTA_GB in bytes',
          value: ({ totalBytes }) => totalBytes,
        },
      ],
    });
  }

  private async measure(): Promise<HealthFinding<StorageFigures>> {
    const quota = this.config.env.STORAGE_QUOTA_GB;
    const figures = { usedBytes: await this.files.getTotalBytes(), totalBytes: quota * 1024 ** 3 };
    const percent = Math.floor((figures.usedBytes / figures.totalBytes) * 100);
    if (percent < WARNING_PERCENT) return { figures };
    const detail: Localized = ({ health: { alerts } }) =>
      percent < 100 ? alerts.storageUsed({ percent, quota }) : alerts.storageFull(quota);
    return {
      status: percent < 100 ? 'healthy' : 'degraded',
      figures,
      alerts: [{ code: 'storage_usage', area: 'operation', detail }],
    };
  }
}

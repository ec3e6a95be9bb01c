import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineSetting } from '../../platform/settings/settings.js';
import { SettingsRegistry } from '../../platform/settings/settings-registry.js';

/** How many days the activity log keeps events. The figures per day remain. */
export const retentionDays = defineSetting('analytics.retention_days', z.number().int().min(1).max(3650), 365);

/** After how many days without a change published content counts as outdated. */
export const outdatedDays = defineSetting('analytics.outdated_days', z.number().int().min(1).max(3650), 180);

@Injectable()
export class AnalyticsSettings {
  constructor(registry: SettingsRegistry) {
    registry.register('review', [outdatedDays]);
    registry.register('retention', [retentionDays]);
  }
}

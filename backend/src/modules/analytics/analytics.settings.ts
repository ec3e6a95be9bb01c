import { z } from 'zod';
import { defineSetting } from '../../platform/settings/settings.js';

/** How many days the activity log keeps events. The figures per day remain. */
export const retentionDays = defineSetting('analytics.retention_days', z.number().int().min(1).max(3650), 365);

/** After how many days without a change published content counts as outdated. */
export const outdatedDays = defineSetting('analytics.outdated_days', z.number().int().min(1).max(3650), 180);

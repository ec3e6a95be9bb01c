import { z } from 'zod';
import { defineSetting } from '../settings/settings.js';

/** Whether a backup is made every day. */
export const dailyBackups = defineSetting('backups.daily', z.boolean(), true);
/** The hour (UTC) after which the backup of the day begins. */
export const backupHour = defineSetting('backups.hour', z.number().int().min(0).max(23), 3);
/** How many complete scheduled backups are kept, and how many others; older ones are deleted after each backup. */
export const keptBackups = defineSetting('backups.keep', z.number().int().min(1).max(365), 7);

export const backupSettings = [dailyBackups, backupHour, keptBackups];

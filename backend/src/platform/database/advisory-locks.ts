/**
 * Key of the advisory lock of backups. A backup holds it exclusively; the removal of an unused file takes it shared,
 * and leaves the file for the next sweep when it cannot. Any constant works that all instances share.
 */
export const BACKUP_LOCK = 4_827_117;

/** Held while the scratch database of a verification is created, and those of killed ones are dropped. */
export const SCRATCH_DATABASES_LOCK = 4_827_118;

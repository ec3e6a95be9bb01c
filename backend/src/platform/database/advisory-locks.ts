/**
 * Key of the advisory lock of backups. A backup holds it exclusively; the removal of an unused file takes it shared,
 * and leaves the file for the next sweep when it cannot. Any constant works that all instances share.
 */
export const BACKUP_LOCK = 4_827_117;

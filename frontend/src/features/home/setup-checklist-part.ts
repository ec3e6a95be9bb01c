import { preloadable } from '../../ui/preloadable';

/** Only for administrators of a new hub. */
export const SetupChecklist = preloadable(async () => (await import('./setup-checklist')).default);

import { readSettings } from '../../lib/site-settings';

/** Whether the hub lets its authors make share links. The server decides; this is for what menus offer. */
export const isSharingEnabled = (): boolean => readSettings()['sharing.links'] !== false;

import { messages } from '../messages/en';
import { readPageMeta } from './page-meta';

/** The configured name of the hub. */
export const siteName = readPageMeta('hub-site-name') || messages.app.name;

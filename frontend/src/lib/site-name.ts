import { messages } from '../messages/en';
import { pageMeta } from './page-meta';

/** What the administrators call this hub. */
export const siteName = pageMeta('hub-site-name') || messages.app.name;

import { z } from 'zod';
import { defineSetting } from './settings.js';

/** What the hub is called, in page titles and mails. */
export const siteName = defineSetting('site.name', z.string().min(1).max(60), 'Knowledge Hub');

import { z } from 'zod';
import { singleLine } from '../http/validation/single-line.js';
import { defineSetting } from './settings.js';

/** Reading applies the rule too, so names stored before it need no migration. */
const name = z.string().transform(singleLine).pipe(z.string().min(1).max(60));

/** What the hub is called, in page titles and mails. */
export const siteName = defineSetting('site.name', name, 'Knowledge Hub');

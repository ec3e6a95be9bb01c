import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/settings.js';

/** Whether edits to published documents by people who may not publish wait for review. */
export const reviewEdits = defineSetting('content.review_edits', z.boolean(), false);

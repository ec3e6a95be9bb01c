import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/settings.js';

/** Whether a reviewer has to publish new videos, unless their author may publish. */
export const reviewVideos = defineSetting('content.review_videos', z.boolean(), false);

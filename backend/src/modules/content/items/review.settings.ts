import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';

/** Whether edits of published documents need review, unless the editor may publish. */
export const editsNeedReview = defineSetting('content.review_edits', z.boolean(), false);

/** Whether a reviewer has to publish new videos, unless their author may publish. */
export const videosNeedReview = defineSetting('content.review_videos', z.boolean(), false);

@Injectable()
export class ReviewSettings {
  constructor(settings: Settings) {
    settings.register('review', [editsNeedReview, videosNeedReview]);
  }
}

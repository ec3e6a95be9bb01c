import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';

/** Whether a reviewer has to publish new videos, unless their author may publish. */
export const reviewVideos = defineSetting('content.review_videos', z.boolean(), false);

@Injectable()
export class VideoSettings {
  constructor(settings: Settings) {
    settings.register('review', [reviewVideos]);
  }
}

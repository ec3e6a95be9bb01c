import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/settings.js';
import { SettingsRegistry } from '../../../platform/settings/settings-registry.js';

/** Whether a reviewer has to publish new videos, unless their author may publish. */
export const reviewVideos = defineSetting('content.review_videos', z.boolean(), false);

@Injectable()
export class VideoSettings {
  constructor(registry: SettingsRegistry) {
    registry.register('review', [reviewVideos]);
  }
}

import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { RolesModule } from '../../roles/index.js';
import { EngagementModule } from '../engagement/engagement.module.js';
import { ItemsModule } from '../items/items.module.js';
import { SearchModule } from '../search/search.module.js';
import { CaptionFilesController } from './captions/caption-files.controller.js';
import { VideoCaptions } from './captions/video-captions.js';
import { PlaybackController } from './playback/playback.controller.js';
import { PlaybackQueries } from './playback/playback.queries.js';
import { WatchPositions } from './playback/watch-positions.js';
import { WatchPositionsController } from './playback/watch-positions.controller.js';
import { MediaConversion } from './processing/media-conversion.js';
import { MediaOriginals } from './processing/media-originals.js';
import { ProcessVideo } from './processing/process-video.js';
import { StalledAttempts } from './processing/stalled-attempts.js';
import { VideoLimits } from './processing/video-limits.js';
import { VideoQueue } from './processing/video-queue.js';
import { WorkingFolders } from './processing/working-folders.js';
import { VideoSeed } from './seed/video-seed.js';
import { VideoAttempts } from './video-attempts.js';
import { VideoChecks } from './video-checks.js';
import { VideoFiles } from './video-files.js';
import { VideoEditingController } from './video-editing.controller.js';
import { VideoForms } from './video-forms.js';
import { VideoMedia } from './video-media.js';
import { VideoPublication } from './video-publication.js';
import { VideoReviewQueue } from './video-review-queue.js';
import { VideoSearch } from './video-search.js';
import { VideoSources } from './video-sources.js';
import { VideoStatusController } from './video-status.controller.js';
import { VideoStatusService } from './video-status.service.js';
import { VideoThumbnailsController } from './video-thumbnails.controller.js';
import { VideoTurns } from './video-turns.js';
import { VideosController } from './videos.controller.js';
import { VideosQueries } from './videos.queries.js';
import { VideosRepository } from './videos.repository.js';
import { VideosService } from './videos.service.js';
import { VideoSettings } from './videos.settings.js';

/** Videos: uploaded files and videos of other services, with chapters and transcripts. */
@Module({
  imports: [RolesModule, AuthModule, EngagementModule, ItemsModule, SearchModule],
  controllers: [
    CaptionFilesController,
    VideosController,
    VideoEditingController,
    VideoThumbnailsController,
    VideoStatusController,
    PlaybackController,
    WatchPositionsController,
  ],
  providers: [
    VideoSettings,
    PlaybackQueries,
    MediaConversion,
    MediaOriginals,
    ProcessVideo,
    StalledAttempts,
    VideoAttempts,
    VideoCaptions,
    VideoChecks,
    VideoFiles,
    VideoForms,
    VideoMedia,
    VideoPublication,
    VideoQueue,
    VideoReviewQueue,
    VideoSearch,
    VideoSeed,
    VideoSources,
    VideoTurns,
    VideoLimits,
    VideoStatusService,
    VideosQueries,
    VideosRepository,
    VideosService,
    WatchPositions,
    WorkingFolders,
  ],
  exports: [VideoSeed, VideoStatusService, VideosQueries, VideosService],
})
export class VideosModule {}

import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { type VideoStatus, videoStatuses } from '../audience/audience.js';
import {
  ItemSummaryResponse,
  ParticipationAbilitiesResponse,
  VideoDetailsResponse,
} from '../items/item-summary.dto.js';
import { PageRefResponse, ParentIdProperty, TrailProperty } from '../items/item-trail.js';
import { Chapter } from './chapters.js';

class VideoAbilitiesResponse extends ParticipationAbilitiesResponse {
  @ApiProperty({ description: 'whether the requester may delete it' }) delete!: boolean;
  @ApiProperty({ description: 'whether processing failed and the requester may start it again' })
  retry!: boolean;
  @ApiProperty({ description: 'whether the requester may cancel the processing that waits or runs' })
  cancel!: boolean;
  @ApiProperty({
    description:
      'whether it is a draft or was hidden, and the requester may submit it by the status IN_REVIEW or READY',
  })
  submit!: boolean;
  @ApiProperty({ description: 'whether the requester may make it a draft' }) withdraw!: boolean;
  @ApiProperty({ description: 'whether the requester may publish it by the status READY' }) publish!: boolean;
  @ApiProperty({ description: 'whether it awaits review and the requester may decide' }) review!: boolean;
  @ApiProperty({ description: 'whether the requester may make share links, where they are turned on' })
  share!: boolean;
}

const processingStates = ['waiting', 'running'] as const;

class VideoProcessingResponse {
  @ApiProperty({ enum: processingStates, enumName: 'VideoProcessingState' })
  state!: (typeof processingStates)[number];
  @ApiProperty({ description: 'percent', type: 'integer', minimum: 0, maximum: 100, example: 40 }) progress!: number;
  @ApiProperty({
    description: 'name of the uploaded file that is processed; null for other sources',
    type: String,
    nullable: true,
    example: 'getting-started-2.mov',
  })
  file_name!: string | null;
}

/** A row of a video list. */
export class VideoSummaryResponse extends IntersectionType(ItemSummaryResponse, VideoDetailsResponse) {
  @ApiProperty({ description: 'of a draft: what became of its file', enum: videoStatuses, enumName: 'VideoStatus' })
  declare status: VideoStatus;
  @ApiPropertyOptional({
    description: 'present where it is true: its author has not submitted it, or it was returned',
    example: true,
  })
  is_draft?: boolean;
}

export class VideoResponse extends VideoSummaryResponse {
  @ParentIdProperty() parent_id!: string | null;
  @TrailProperty() trail!: PageRefResponse[];
  @ApiProperty({ description: 'Markdown; may be empty', example: 'From the download to the first document.' })
  description!: string;
  @ApiProperty({
    description: 'address at YouTube, Vimeo or Loom; null for uploads',
    type: String,
    nullable: true,
    example: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  })
  source_url!: string | null;
  @ApiProperty({
    description:
      "the service's id of the video, for Vimeo followed by a slash and the hash of an unlisted video; null for " +
      'uploads',
    type: String,
    nullable: true,
    example: 'jNQXAC9IVRw',
  })
  embed_id!: string | null;
  @ApiProperty({ description: 'in the order of start_time', type: [Chapter] }) chapters!: Chapter[];
  @ApiProperty({
    description: 'lines, each optionally beginning with its time; may be empty',
    example: '0:00 Welcome.\n0:04 First, open the download page.',
  })
  transcript!: string;
  @ApiProperty({ description: 'title for search engines; may be empty', example: 'Getting started with the hub' })
  meta_title!: string;
  @ApiProperty({
    description: 'description for search engines; may be empty',
    example: 'First steps for new colleagues.',
  })
  meta_description!: string;
  @ApiProperty({
    description: 'id of the file to play, which changes when the file is replaced; null without one',
    type: String,
    format: 'uuid',
    nullable: true,
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c073a01',
  })
  file_id!: string | null;
  @ApiProperty({
    description: 'address of the file to play, with byte ranges; null without one',
    type: String,
    nullable: true,
    example: '/videos/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/file',
  })
  file_url!: string | null;
  @ApiProperty({
    description: 'address of the HLS playlist; null without renditions',
    type: String,
    nullable: true,
    example: '/videos/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/hls/main.m3u8',
  })
  hls_url!: string | null;
  @ApiProperty({
    description: 'address of the captions (WebVTT); null when the transcript has no times',
    type: String,
    nullable: true,
    example: '/videos/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/captions.vtt',
  })
  captions_url!: string | null;
  @ApiProperty({
    description:
      'name of the uploaded file that plays, or that will be the first to play; null for readers and for other sources',
    type: String,
    nullable: true,
    example: 'getting-started.mov',
  })
  original_name!: string | null;
  @ApiProperty({
    description: 'why processing failed; null for readers, and when it did not',
    type: String,
    nullable: true,
    example: 'This file is not a video that can be read. Please upload it again, or choose another file.',
  })
  error_reason!: string | null;
  @ApiProperty({
    description: 'the processing that waits or runs; null for readers, and without one',
    type: VideoProcessingResponse,
    nullable: true,
  })
  processing!: VideoProcessingResponse | null;
  @ApiProperty({
    description:
      'why a reviewer returned the video, or an editor hid it; null for readers, and for all but reviewers once it ' +
      'is submitted again',
    type: String,
    nullable: true,
    example: 'Please cut the first minute.',
  })
  review_note!: string | null;
  @ApiProperty({
    description: 'who wrote `review_note`; null without one',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  reviewer_id!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Rosa Richter' }) reviewer_name!: string | null;
  @ApiProperty({ description: 'when `review_note` was written', type: String, format: 'date-time', nullable: true })
  reviewed_at!: string | null;
  @ApiPropertyOptional({ description: 'absent for guests', type: VideoAbilitiesResponse })
  declare abilities?: VideoAbilitiesResponse;
}

export class UploadedVideoResponse {
  @ApiProperty({
    description: 'a sentence to show to the user',
    example: 'Video with thumbnail uploaded successfully!',
  })
  message!: string;
  @ApiProperty({ type: VideoResponse }) video!: VideoResponse;
}

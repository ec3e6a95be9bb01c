import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import { TextField } from '../../../../platform/http/validation/fields.js';
import { URL_MAX } from '../videos.dto.js';
import { YouTubeDetailsService } from './youtube-details.service.js';

class YouTubeDetailsRequest {
  @TextField({
    label: 'videoUrl',
    description: 'the address of the video at YouTube',
    singleLine: true,
    min: 1,
    max: URL_MAX,
    example: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  })
  source_url!: string;
}

class YouTubeDetailsResponse {
  @ApiProperty({ description: 'at most 200 characters, to be sent as `title` of a video', example: 'Me at the zoo' })
  title!: string;

  @ApiProperty({
    description: 'a WebP image in base64, to be sent as `thumbnail_data` of a video; null without one',
    type: String,
    format: 'byte',
    nullable: true,
    example: 'UklGRiQAAABXRUJQVlA4',
  })
  thumbnail_data!: string | null;
}

/** Reads the details of videos at YouTube for forms, which show them before they are saved. */
@ApiTags('videos')
@Controller('videos/youtube-details')
export class YouTubeDetailsController {
  constructor(private readonly details: YouTubeDetailsService) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Get title and thumbnail of a YouTube video',
    description:
      'The hub asks YouTube, with the id of the video only; at most 60 times an hour for each user. Stores nothing. ' +
      'Requires the permission `content.create`.',
  })
  @RequirePermission('content.create')
  @ApiOkResponse({ description: 'What YouTube shows of the video', type: YouTubeDetailsResponse })
  @ProblemResponses({
    400: 'It is not the address of a YouTube video',
    404: '`youtube_video_missing`, or `youtube_video_private`: it is private or may not be embedded',
    503: '`youtube_unavailable`: YouTube cannot be reached, or its response cannot be used',
  })
  async getYouTubeDetails(
    @Body() { source_url }: YouTubeDetailsRequest,
    @CurrentActor() actor: Actor,
  ): Promise<YouTubeDetailsResponse> {
    return this.details.get(actor, source_url);
  }
}

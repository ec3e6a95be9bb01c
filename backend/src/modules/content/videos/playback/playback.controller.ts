import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../../platform/access/decorators.js';
import { FileResponses, FileSender } from '../../../../platform/files/file-sender.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import { VideoIdParam } from '../videos.dto.js';
import { PlaybackQueries, PLAYLIST_TYPE } from './playback.queries.js';
import { readHeight, sendCaptions, sendPlaylist } from './playback-responses.js';

const getText = (type: string, example: string) => ({ [type]: { schema: { type: 'string' }, example } });

/** What players load. Access is checked on every request; segments are byte ranges of GET /files/{id}/{hash}. */
@ApiTags('videos')
@Controller('videos/:id')
export class PlaybackController {
  constructor(
    private readonly playback: PlaybackQueries,
    private readonly sender: FileSender,
  ) {}

  @Get('file')
  @ApiOperation({
    summary: 'Get the file of a video',
    description:
      'The file that browsers play, for everyone who may see the video. Supports one byte range per request.',
  })
  @VideoIdParam()
  @Public()
  @FileResponses('No such video, the requester may not see it, or it has no file')
  async getVideoFile(
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.sender.send(await this.playback.getFile({ idOrSlug, actor }), request, reply);
  }

  @Get('hls/main.m3u8')
  @ApiOperation({
    summary: 'Get the HLS playlist of a video',
    description: 'Names one playlist per quality, the smallest first.',
  })
  @VideoIdParam()
  @Public()
  @ApiOkResponse({ description: 'The main playlist', content: getText(PLAYLIST_TYPE, '#EXTM3U\n#EXT-X-VERSION:7\n') })
  @ProblemResponses({ 404: 'No such video, the requester may not see it, or it has no renditions' })
  async getVideoPlaylist(
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendPlaylist(reply, await this.playback.getMainPlaylist({ idOrSlug, actor }));
  }

  @Get('hls/:playlist')
  @ApiOperation({
    summary: 'Get the HLS playlist of one quality of a video',
    description: 'Its segments are byte ranges of one file, whose address checks the access again.',
  })
  @VideoIdParam()
  @ApiParam({ name: 'playlist', description: 'the height in pixels, and .m3u8', example: '720.m3u8' })
  @Public()
  @ApiOkResponse({ description: 'The playlist', content: getText(PLAYLIST_TYPE, '#EXTM3U\n#EXT-X-VERSION:7\n') })
  @ProblemResponses({ 404: 'No such video or quality, or the requester may not see the video' })
  async getVideoRenditionPlaylist(
    @Param('id') idOrSlug: string,
    @Param('playlist') playlist: string,
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const height = readHeight(playlist);
    sendPlaylist(reply, await this.playback.getRenditionPlaylist({ idOrSlug, actor }, height));
  }

  @Get('captions.vtt')
  @ApiOperation({
    summary: 'Get the captions of a video',
    description: 'The lines of the transcript that have a time, stored when it was saved.',
  })
  @VideoIdParam()
  @Public()
  @ApiOkResponse({
    description: 'WebVTT',
    content: getText('text/vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nWelcome.\n'),
  })
  @ProblemResponses({ 404: 'No such video, or the requester may not see it' })
  async getVideoCaptions(
    @Param('id') idOrSlug: string,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendCaptions(request, reply, (known) => this.playback.getCaptions({ idOrSlug, actor }, known));
  }
}

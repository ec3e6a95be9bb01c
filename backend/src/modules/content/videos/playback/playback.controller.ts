import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../../platform/access/decorators.js';
import { FileResponses, FileSender } from '../../../../platform/files/file-sender.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { matchesEntityTag } from '../../../../platform/http/request/request.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import { itemLabel } from '../../items/items.queries.js';
import { VideoIdParam } from '../videos.dto.js';
import { PlaybackQueries, PLAYLIST_TYPE } from './playback.queries.js';

const getText = (type: string, example: string) => ({ [type]: { schema: { type: 'string' }, example } });
const HEIGHT = /^([1-9]\d{0,4})\.m3u8$/;

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
    await this.sender.send(await this.playback.getFile(idOrSlug, actor), request, reply);
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
    send(reply, PLAYLIST_TYPE, await this.playback.getMainPlaylist(idOrSlug, actor));
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
    const [, height] = HEIGHT.exec(playlist) ?? [];
    if (!height) throw notFound(itemLabel('video'));
    send(reply, PLAYLIST_TYPE, await this.playback.getRenditionPlaylist(idOrSlug, Number(height), actor));
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
    const header = request.headers['if-none-match'];
    const { hash, vtt } = await this.playback.getCaptions(idOrSlug, actor, readHashes(header));
    const isKnown = vtt === null || matchesEntityTag(header, `"${hash}"`);
    void reply.header('ETag', `"${hash}"`).code(isKnown ? 304 : 200);
    send(reply, 'text/vtt; charset=utf-8', isKnown ? '' : vtt);
  }
}

/** The hashes of captions in If-None-Match. */
const readHashes = (header = ''): string[] => [...new Set(header.match(/[0-9a-f]{64}/g))].slice(0, 10);

/** Players revalidate, because the text changes with the video and its visibility. */
const send = (reply: FastifyReply, type: string, text: string): void =>
  void reply.headers({ 'Content-Type': type, 'Cache-Control': 'private, no-cache' }).send(text);

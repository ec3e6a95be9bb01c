import { applyDecorators, Body, Controller, Get, Header, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlwaysPublic } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { FileResponses, FileSender } from '../../../platform/files/file-sender.js';
import { type Client, CurrentClient } from '../../../platform/http/request/request.js';
import { PlaybackQueries, PLAYLIST_TYPE } from '../videos/playback/playback.queries.js';
import { readHeight, sendCaptions, sendPlaylist } from '../videos/playback/playback-responses.js';
import { OpenShareLinkRequest, SharedItemResponse } from './shared-items.dto.js';
import { SharedItemsService } from './shared-items.service.js';

const text = (type: string, example: string) => ({ [type]: { schema: { type: 'string' }, example } });

/** Never indexed, and no cache keeps the text of a link that may be revoked. */
const Unlisted = () => applyDecorators(Header('Cache-Control', 'private, no-store'), Header('X-Robots-Tag', 'noindex'));

const GrantParam = () =>
  ApiParam({
    name: 'grant',
    description: 'from the response that opened the link',
    example: 'AZqv8XsefMOYxNwMDAc5j2kpAZqv8XsefMOYxNwMDAc5j2kpEXAMPLEGRANTp9vQ2mZ1x4',
  });

const GONE = 'The grant or its link has ended';

/**
 * What share links open. The requester needs no account, and an account changes nothing: each request checks the link
 * itself.
 */
@ApiTags('sharing')
@Controller('shared')
export class SharedItemsController {
  constructor(
    private readonly shared: SharedItemsService,
    private readonly playback: PlaybackQueries,
    private readonly sender: FileSender,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Open a share link',
    description:
      'Returns the document or video that the link opens, with the pages below where it opens them, and addresses ' +
      'for its files that need no account. Counts as an opening of the link, not as a view. A link that was revoked, ' +
      'has expired, or leads to what readers do not see, is as missing as an unknown one.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @Unlisted()
  @ApiOkResponse({ description: 'What the link opens', type: SharedItemResponse })
  @ProblemResponses({
    401: '`password_required`, `password_wrong`',
    404: 'No such link',
    429: 'Too many wrong passwords',
  })
  openShareLink(
    @Body() { token, password }: OpenShareLinkRequest,
    @CurrentClient() client: Client,
  ): Promise<SharedItemResponse> {
    return this.shared.open(token, password, client);
  }

  @Get(':grant')
  @ApiOperation({
    summary: 'Get what an opened share link opens',
    description: 'Again, as it is now, without the password; it does not count.',
  })
  @GrantParam()
  @AlwaysPublic()
  @Unlisted()
  @ApiOkResponse({ description: 'What the link opens', type: SharedItemResponse })
  @ProblemResponses({ 404: GONE })
  getSharedItem(@Param('grant') grant: string): Promise<SharedItemResponse> {
    return this.shared.reread(grant);
  }

  @Get(':grant/files/:id/:hash')
  @ApiOperation({
    summary: 'Get a file of a shared item',
    description: 'Its images and the renditions of its video. Supports one byte range per request.',
  })
  @GrantParam()
  @ApiParam({ name: 'hash', description: 'as for GET /files/{id}/{hash}', example: '9f86d081884c7d65' })
  @AlwaysPublic()
  @FileResponses(`${GONE}, or its item uses no such file`)
  async getSharedFile(
    @Param('grant') grant: string,
    @Param('id') id: string,
    @Param('hash') hash: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.sender.send(await this.shared.findFile(grant, id, hash), request, reply);
  }

  @Get(':grant/video')
  @ApiOperation({ summary: 'Get the file of a shared video', description: 'Supports one byte range per request.' })
  @GrantParam()
  @AlwaysPublic()
  @FileResponses(`${GONE}, or there is no file`)
  async getSharedVideoFile(
    @Param('grant') grant: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.sender.send(await this.playback.getFile(await this.shared.requireVideo(grant)), request, reply);
  }

  @Get(':grant/hls/main.m3u8')
  @ApiOperation({
    summary: 'Get the HLS playlist of a shared video',
    description: 'Names one playlist per quality, the smallest first.',
  })
  @GrantParam()
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The main playlist', content: text(PLAYLIST_TYPE, '#EXTM3U\n#EXT-X-VERSION:7\n') })
  @ProblemResponses({ 404: `${GONE}, or there are no renditions` })
  async getSharedVideoPlaylist(@Param('grant') grant: string, @Res() reply: FastifyReply): Promise<void> {
    sendPlaylist(reply, await this.playback.getMainPlaylist(await this.shared.requireVideo(grant)));
  }

  @Get(':grant/hls/:playlist')
  @ApiOperation({
    summary: 'Get the HLS playlist of one quality of a shared video',
    description: 'Its segments are byte ranges of one file, whose address checks the link again.',
  })
  @GrantParam()
  @ApiParam({ name: 'playlist', description: 'the height in pixels, and .m3u8', example: '720.m3u8' })
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The playlist', content: text(PLAYLIST_TYPE, '#EXTM3U\n#EXT-X-VERSION:7\n') })
  @ProblemResponses({ 404: `${GONE}, or there is no such quality` })
  async getSharedVideoRenditionPlaylist(
    @Param('grant') grant: string,
    @Param('playlist') playlist: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const video = await this.shared.requireVideo(grant);
    const toAddress = (url: string) => this.shared.toSharedAddress(grant, url);
    sendPlaylist(reply, await this.playback.getRenditionPlaylist(video, readHeight(playlist), toAddress));
  }

  @Get(':grant/captions.vtt')
  @ApiOperation({
    summary: 'Get the captions of a shared video',
    description: 'The lines of the transcript that have a time.',
  })
  @GrantParam()
  @AlwaysPublic()
  @ApiOkResponse({
    description: 'WebVTT',
    content: text('text/vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nWelcome.\n'),
  })
  @ProblemResponses({ 404: GONE })
  async getSharedVideoCaptions(
    @Param('grant') grant: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const video = await this.shared.requireVideo(grant);
    await sendCaptions(request, reply, (known) => this.playback.getCaptions(video, known));
  }
}

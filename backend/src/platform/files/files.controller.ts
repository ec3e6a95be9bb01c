import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor, AlwaysPublic } from '../access/decorators.js';
import { FileResponses, FileSender } from './file-sender.js';
import { FileReferences } from './file-references.js';

@ApiTags('files')
@Controller('files')
export class FilesController {
  constructor(
    private readonly fileReferences: FileReferences,
    private readonly sender: FileSender,
  ) {}

  @Get(':id/:hash')
  @ApiOperation({
    summary: 'Get an uploaded file',
    description:
      'A file is readable by its uploader and by everyone who may see the content that refers to it. ' +
      'Supports one byte range per request. The content at an address never changes.',
  })
  // FileReferences leave guests of a private hub the logo of the sign-in page.
  @AlwaysPublic()
  @ApiParam({
    name: 'hash',
    description: 'first 16 hexadecimal digits of the SHA-256 of the content',
    example: '9f86d081884c7d65',
  })
  @FileResponses('No such file, or the requester may not see it')
  async getFile(
    @Param('id') id: string,
    @Param('hash') hash: string,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.sender.send(await this.fileReferences.readable(actor, id, hash), request, reply);
  }
}

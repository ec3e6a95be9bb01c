import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import { CurrentActor, Public } from '../access/decorators.js';
import { ProblemResponses } from '../http/errors/problem.dto.js';
import { FileSender } from './file-sender.js';
import { FileReferences } from './file-references.js';

const bytes = { '*/*': { schema: { type: 'string', format: 'binary' } } };

@ApiTags('files')
@Controller('files')
export class FilesController {
  constructor(
    private readonly fileReferences: FileReferences,
    private readonly sender: FileSender,
  ) {}

  @Get(':id/:hash')
  @ApiOperation({ summary: 'An uploaded file, for whoever may read what shows it' })
  @Public()
  @ApiParam({
    name: 'hash',
    description: 'the first 16 digits of its SHA-256; an address is that of one content for ever',
    example: '9f86d081884c7d65',
  })
  @ApiHeader({ name: 'Range', required: false, description: 'one byte range, for example bytes=0-1023' })
  @ApiOkResponse({ description: 'the whole file', content: bytes })
  @ApiResponse({ status: 206, description: 'the part that was asked for', content: bytes })
  @ApiResponse({ status: 304, description: 'the copy named by If-None-Match is still good' })
  @ProblemResponses(404, 416)
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

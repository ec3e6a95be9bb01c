import {
  applyDecorators,
  Controller,
  Delete,
  Head,
  HttpCode,
  Options,
  Param,
  Patch,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { UploadServer } from '../../../platform/uploads/upload-server.js';

const bytes = (description: string) => ({ description, schema: { type: 'integer' as const, example: 52_428_800 } });
const header = (name: string, { description, schema }: ReturnType<typeof bytes>, required = true) =>
  ApiHeader({ name, description, required, schema });

const offset = bytes('number of bytes that have arrived');
const length = bytes('size of the file in bytes');
const expires = {
  description: 'when an incomplete upload is deleted, as an HTTP date',
  schema: { type: 'string' as const },
};
const protocol = { description: 'version of the protocol', schema: { type: 'string' as const, enum: ['1.0.0'] } };
const responseHeaders = (headers: object) => ({ 'Tus-Resumable': protocol, ...headers });

/** For all operations: who may upload, and what the protocol may answer. */
const TusOperation = (summary: string, description: string) =>
  applyDecorators(
    RequirePermission('content.create'),
    ApiOperation({ summary, description: `${description} Requires the permission \`content.create\`.` }),
    ProblemResponses(404, { 412: 'The header `Tus-Resumable` is missing or names another version' }),
  );

const TusHeader = () => ApiHeader({ name: 'Tus-Resumable', required: true, ...protocol });

/** Resumable uploads by the tus protocol 1.0.0. */
@ApiTags('uploads')
@Controller('uploads')
export class UploadsController {
  constructor(private readonly server: UploadServer) {}

  @Options()
  @TusOperation('Show what the server can do with resumable uploads', 'Lists the extensions of the tus protocol.')
  @HttpCode(204)
  @ApiResponse({
    status: 204,
    description: 'The abilities of the server',
    headers: responseHeaders({
      'Tus-Version': protocol,
      'Tus-Extension': { description: 'extensions, separated by commas', schema: { type: 'string' } },
      'Tus-Max-Size': bytes('size of the largest file in bytes'),
    }),
  })
  getUploadAbilities(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @CurrentActor() actor: Actor) {
    return this.server.handle(request, reply, actor);
  }

  @Post()
  @TusHeader()
  @TusOperation(
    'Create a resumable upload of a video file',
    'The upload belongs to its creator alone. Its id, the last part of `Location`, is the `upload_key` of a new ' +
      'video once all bytes have arrived. An upload that is unused for a day is deleted. A user has at most ten; ' +
      'those that have received nothing for ten minutes give way to another one.',
  )
  @header('Upload-Length', length)
  @ApiHeader({
    name: 'Upload-Metadata',
    required: false,
    description: '`filename` and the name of the file in base64',
    schema: { type: 'string', example: 'filename dmFjYXRpb24ubXA0' },
  })
  @ApiResponse({
    status: 201,
    description: 'The upload exists and has no bytes yet',
    headers: responseHeaders({
      Location: { description: 'path of the upload', schema: { type: 'string' } },
      'Upload-Expires': expires,
    }),
  })
  createUpload(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @CurrentActor() actor: Actor) {
    return this.server.handle(request, reply, actor);
  }

  @Head(':id')
  @TusHeader()
  @TusOperation('Show how much of an upload has arrived', 'The client continues an interrupted upload from there.')
  @ApiResponse({
    status: 200,
    description: 'The state of the upload',
    headers: responseHeaders({
      'Upload-Offset': offset,
      'Upload-Length': length,
      'Upload-Metadata': { description: 'as it was sent', schema: { type: 'string' } },
    }),
  })
  getUploadOffset(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @CurrentActor() actor: Actor,
  ) {
    return this.server.handle(request, reply, actor, id);
  }

  @Patch(':id')
  @TusHeader()
  @TusOperation(
    'Send the next bytes of an upload',
    'What arrives is kept when the connection breaks. A file that is not MP4, WebM, AVI, MOV or MKV by its content ' +
      'is refused and deleted.',
  )
  @RouteConfig({ streamsBody: true })
  @header('Upload-Offset', bytes('position of the first byte of this request'))
  @ApiOperation({
    requestBody: {
      required: true,
      content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  })
  @ApiResponse({
    status: 204,
    description: 'The bytes have arrived',
    headers: responseHeaders({ 'Upload-Offset': offset, 'Upload-Expires': expires }),
  })
  @ProblemResponses({
    409: 'The upload continues at another position, or another connection continues it',
    413: 'More bytes than the upload has announced',
    415: 'The file is not a video of an accepted format, or the body has another media type',
  })
  appendToUpload(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @CurrentActor() actor: Actor,
  ) {
    return this.server.handle(request, reply, actor, id);
  }

  @Delete(':id')
  @TusHeader()
  @TusOperation('Delete an upload', 'Cancels an incomplete upload, or gives up a complete one that nothing uses.')
  @HttpCode(204)
  @ApiResponse({ status: 204, description: 'The upload does not exist any more', headers: responseHeaders({}) })
  @ProblemResponses({ 409: 'A video uses the upload' })
  deleteUpload(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @CurrentActor() actor: Actor,
  ) {
    return this.server.handle(request, reply, actor, id);
  }
}

import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { EmailField } from '../../../platform/http/validation/fields.js';
import { PersonalDataService } from './personal-data.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

class EraseUserRequest {
  @EmailField({
    label: 'emailAddress',
    description: 'of the user, in any letter case, as confirmation',
    example: 'ada@example.org',
  })
  email!: string;
}

const ExportResponse = () =>
  ApiOkResponse({
    description: 'A JSON document with one section per kind of data, streamed',
    content: { 'application/json': { schema: { type: 'string', format: 'binary' } } },
  });

/** Everything that is stored about a user, for administrators. */
@ApiTags('users')
@Controller('admin/users')
export class PersonalDataController {
  constructor(private readonly personalData: PersonalDataService) {}

  @Get(':id/export')
  @ApiOperation({
    summary: 'Export everything that is stored about a user',
    description:
      'Without passwords, keys and data about others. Requesters cannot export users with permissions that they do ' +
      'not hold (403 `role_above_own`). Requires the permission `users.manage`.',
  })
  @RequirePermission('users.manage')
  @RequiresSession()
  @ExportResponse()
  @ProblemResponses({ 404: 'No such user' })
  async exportUser(@Param('id') id: string, @CurrentActor() actor: Actor, @Res() reply: FastifyReply): Promise<void> {
    if (!isId(id)) throw notFound('user');
    send(reply, await this.personalData.export(actor, id));
  }

  @Post(':id/erase')
  @ApiOperation({
    summary: 'Erase a user',
    description:
      'What the user wrote stays, by "Former member". Everything else about the user is deleted and cannot be ' +
      'restored: account, profile, sign-in data, sessions, notifications, reactions, bookmarks and reading history. ' +
      'Requesters cannot erase themselves (403 `own_account`) or users with permissions that they do not hold (403 ' +
      '`role_above_own`). Requires the permission `users.manage`.',
  })
  @HttpCode(200)
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The user was erased', type: MessageResponse })
  @ProblemResponses({
    400: 'The email address is not that of the user, or fails validation',
    404: 'No such user',
    409: '`last_admin`: the last active administrator must stay',
  })
  async eraseUser(
    @Param('id') id: string,
    @Body() body: EraseUserRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('user');
    await this.personalData.erase(actor, id, body.email);
    return { message: texts.admin.userErased };
  }
}

/** Everything that is stored about the signed-in user. */
@ApiTags('profile')
@Controller('profile')
export class OwnDataController {
  constructor(private readonly personalData: PersonalDataService) {}

  @Get('export')
  @ApiOperation({
    summary: 'Export everything that is stored about the signed-in user',
    description: 'Without passwords, keys and data about others. At most 5 times an hour.',
  })
  @SignedIn()
  @RequiresSession()
  @ExportResponse()
  @ProblemResponses(429)
  async exportOwnData(@CurrentActor() actor: Actor, @Res() reply: FastifyReply): Promise<void> {
    send(reply, await this.personalData.exportOwn(actor));
  }
}

function send(reply: FastifyReply, document: Readable): void {
  const day = new Date().toISOString().slice(0, 10);
  void reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="personal-data-${day}.json"`)
    .type('application/json; charset=utf-8')
    .send(document);
}

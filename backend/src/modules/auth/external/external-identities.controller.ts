import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { ExternalIdentitiesService } from './external-identities.service.js';
import { ExternalIdentityResponse, toExternalIdentity } from './external.dto.js';
import { Issuer } from '../credentials/issuer.js';

@ApiTags('auth')
@Controller('auth/external-identities')
export class ExternalIdentitiesController {
  constructor(
    private readonly identities: ExternalIdentitiesService,
    private readonly issuer: Issuer,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The accounts elsewhere by which the person signs in, the newest first' })
  @SignedIn()
  @ApiOkResponse({ type: [ExternalIdentityResponse] })
  async listExternalIdentities(@CurrentActor() actor: Actor): Promise<ExternalIdentityResponse[]> {
    return (await this.identities.list(actor.userId)).map((row) => toExternalIdentity(row, this.issuer));
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Unlinks one of them, unless nothing else would let the person in' })
  @SignedIn()
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(404, 409)
  async deleteExternalIdentity(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('This linked account');
    await this.identities.remove(actor.userId, id);
    return { message: 'The account was unlinked.' };
  }
}

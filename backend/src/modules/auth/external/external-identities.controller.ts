import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { ExternalIdentitiesService } from './external-identities.service.js';
import { ExternalIdentityResponse, toExternalIdentity } from './external.dto.js';
import { Issuer } from '../credentials/issuer.js';

@ApiTags('auth')
@Controller('auth/external-identities')
@RequiresSession()
export class ExternalIdentitiesController {
  constructor(
    private readonly identities: ExternalIdentitiesService,
    private readonly issuer: Issuer,
  ) {}

  @Get()
  @ApiOperation({
    summary: "List the signed-in user's linked external accounts",
    description: 'The newest first; not paged.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The linked accounts', type: [ExternalIdentityResponse] })
  async listExternalIdentities(@CurrentActor() actor: Actor): Promise<ExternalIdentityResponse[]> {
    return (await this.identities.list(actor.userId)).map((row) => toExternalIdentity(row, this.issuer));
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Unlink an external account',
    description: 'The last means of signing in cannot be removed.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The account was unlinked', type: MessageResponse })
  @ProblemResponses({
    404: 'The signed-in user has no such linked account',
    409: '`last_sign_in`: the user could not sign in any more',
  })
  async deleteExternalIdentity(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('This linked account');
    await this.identities.remove(actor.userId, id);
    return { message: 'The account was unlinked.' };
  }
}

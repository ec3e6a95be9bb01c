import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, AlwaysPublic, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { type Client, CurrentClient } from '../../../platform/http/request/request.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { SessionResponder } from '../sessions/session-responder.js';
import { SessionOpenedResponse } from '../sessions/sessions.dto.js';
import { PasskeysService } from './passkeys.service.js';
import {
  AuthenticatePasskeyRequest,
  PasskeyAuthenticationOptionsResponse,
  PasskeyRegistrationOptionsResponse,
  PasskeyResponse,
  RegisterPasskeyRequest,
  RenamePasskeyRequest,
  toPasskey,
} from './passkeys.dto.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('auth')
@Controller('auth')
@RequiresSession()
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly responses: SessionResponder,
  ) {}

  @Post('passkeys/authentication-options')
  @ApiOperation({
    summary: 'Create the options for a sign-in with a passkey',
    description:
      'For `PublicKeyCredential.parseRequestOptionsFromJSON()`. No email address is needed; the challenge works once.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The options for the browser', type: PasskeyAuthenticationOptionsResponse })
  async createPasskeyAuthenticationOptions(
    @CurrentClient() client: Client,
  ): Promise<PasskeyAuthenticationOptionsResponse> {
    return this.passkeys.createSignInOptions(client);
  }

  @Post('authenticate-passkey')
  @ApiOperation({
    summary: 'Sign in with a passkey',
    description:
      'Sets the cookie `session_token` and returns the same token for use as a bearer token. Failed ' +
      'attempts count towards the same limits as failed passwords.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'A new session', type: SessionOpenedResponse })
  @ProblemResponses({ 401: 'The passkey was not accepted' })
  async authenticatePasskey(
    @Body() body: AuthenticatePasskeyRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionOpenedResponse> {
    return this.responses.create(await this.passkeys.signIn(body, client), reply);
  }

  @Post('passkeys/registration-options')
  @ApiOperation({
    summary: 'Create the options for a new passkey',
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()`. The challenge works once.',
  })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ description: 'The options for the browser', type: PasskeyRegistrationOptionsResponse })
  @ProblemResponses({ 409: '`too_many_passkeys`: the account has 20 passkeys' })
  async createPasskeyRegistrationOptions(@CurrentActor() actor: Actor): Promise<PasskeyRegistrationOptionsResponse> {
    return this.passkeys.createOptions(actor.userId);
  }

  @Get('passkeys')
  @ApiOperation({ summary: "List the signed-in user's passkeys", description: 'The newest first; not paged.' })
  @SignedIn()
  @ApiOkResponse({ description: 'The passkeys', type: [PasskeyResponse] })
  async listPasskeys(@CurrentActor() actor: Actor): Promise<PasskeyResponse[]> {
    return (await this.passkeys.list(actor.userId)).map(toPasskey);
  }

  @Post('passkeys')
  @ApiOperation({
    summary: 'Add a passkey',
    description: 'Takes the result of `navigator.credentials.create()`. The user gets a security notice by mail.',
  })
  @SignedIn()
  @ApiCreatedResponse({ description: 'The new passkey', type: PasskeyResponse })
  @ProblemResponses({
    400: '`challenge_expired`, `passkey_refused`, or fields that fail validation',
    409: '`passkey_exists`, or `too_many_passkeys` when the account has 20',
  })
  async registerPasskey(@Body() body: RegisterPasskeyRequest, @CurrentActor() actor: Actor): Promise<PasskeyResponse> {
    return toPasskey(await this.passkeys.register(actor.userId, body));
  }

  @Put('passkeys/:id')
  @ApiOperation({ summary: "Rename one of the signed-in user's passkeys" })
  @SignedIn()
  @ApiOkResponse({ description: 'The renamed passkey', type: PasskeyResponse })
  @ProblemResponses({ 404: 'The signed-in user has no such passkey' })
  async renamePasskey(
    @Param('id') id: string,
    @Body() body: RenamePasskeyRequest,
    @CurrentActor() actor: Actor,
  ): Promise<PasskeyResponse> {
    if (!isId(id)) throw notFound('passkey');
    return toPasskey(await this.passkeys.rename(actor.userId, id, body.name));
  }

  @Delete('passkeys/:id')
  @ApiOperation({
    summary: "Delete one of the signed-in user's passkeys",
    description: 'The last means of signing in cannot be deleted.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The passkey was deleted', type: MessageResponse })
  @ProblemResponses({
    404: 'The signed-in user has no such passkey',
    409: '`last_sign_in`: the user could not sign in any more',
  })
  async deletePasskey(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('passkey');
    await this.passkeys.remove(actor.userId, id);
    return { message: texts.auth.passkeyDeleted };
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, SignedIn } from '../../../platform/access/decorators.js';
import { type Client, CurrentClient } from '../../../platform/http/request/request.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { SessionResponses } from '../sessions/session-responses.js';
import { SessionOpenedResponse } from '../sessions/sessions.dto.js';
import { PasskeyRegistrationService } from './passkey-registration.service.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import {
  AuthenticatePasskeyRequest,
  PasskeyAuthenticationOptionsResponse,
  PasskeyRegistrationOptionsResponse,
  PasskeyResponse,
  RegisterPasskeyRequest,
  RenamePasskeyRequest,
  toPasskey,
} from './passkeys.dto.js';
import { PasskeysService } from './passkeys.service.js';

@ApiTags('auth')
@Controller('auth')
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly registration: PasskeyRegistrationService,
    private readonly signIn: PasskeySignInService,
    private readonly responses: SessionResponses,
  ) {}

  @Post('passkeys/authentication-options')
  @ApiOperation({ summary: 'What the browser needs to sign in with a passkey; no email address is asked for' })
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: PasskeyAuthenticationOptionsResponse })
  async createPasskeyAuthenticationOptions(
    @CurrentClient() client: Client,
  ): Promise<PasskeyAuthenticationOptionsResponse> {
    return this.signIn.createOptions(client);
  }

  @Post('authenticate-passkey')
  @ApiOperation({ summary: 'Signs in with a passkey', description: 'Failures count as those of passwords do.' })
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: SessionOpenedResponse })
  @ProblemResponses(401)
  async authenticatePasskey(
    @Body() body: AuthenticatePasskeyRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionOpenedResponse> {
    return this.responses.create(await this.signIn.signIn(body, client), reply);
  }

  @Post('passkeys/registration-options')
  @ApiOperation({ summary: 'What the browser needs to make a passkey for the signed-in person' })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ type: PasskeyRegistrationOptionsResponse })
  @ProblemResponses(409)
  async createPasskeyRegistrationOptions(@CurrentActor() actor: Actor): Promise<PasskeyRegistrationOptionsResponse> {
    return this.registration.createOptions(actor.userId);
  }

  @Get('passkeys')
  @ApiOperation({ summary: "The person's own passkeys, the newest first" })
  @SignedIn()
  @ApiOkResponse({ type: [PasskeyResponse] })
  async listPasskeys(@CurrentActor() actor: Actor): Promise<PasskeyResponse[]> {
    return (await this.passkeys.list(actor.userId)).map(toPasskey);
  }

  @Post('passkeys')
  @ApiOperation({ summary: 'Adds the passkey that the browser has made' })
  @SignedIn()
  @ApiCreatedResponse({ type: PasskeyResponse })
  @ProblemResponses(409)
  async registerPasskey(@Body() body: RegisterPasskeyRequest, @CurrentActor() actor: Actor): Promise<PasskeyResponse> {
    return toPasskey(await this.registration.register(actor.userId, body));
  }

  @Put('passkeys/:id')
  @ApiOperation({ summary: "Gives one of the person's own passkeys another name" })
  @SignedIn()
  @ApiOkResponse({ type: PasskeyResponse })
  @ProblemResponses(404)
  async renamePasskey(
    @Param('id') id: string,
    @Body() body: RenamePasskeyRequest,
    @CurrentActor() actor: Actor,
  ): Promise<PasskeyResponse> {
    if (!isId(id)) throw notFound('This passkey');
    return toPasskey(await this.passkeys.rename(actor.userId, id, body.name));
  }

  @Delete('passkeys/:id')
  @ApiOperation({ summary: "Deletes one of the person's own passkeys, unless nothing else would let them in" })
  @SignedIn()
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(404, 409)
  async deletePasskey(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('This passkey');
    await this.passkeys.remove(actor.userId, id);
    return { message: 'The passkey was deleted.' };
  }
}

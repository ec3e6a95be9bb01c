import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AlwaysPublic } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { type Client, CurrentClient } from '../../../platform/http/request/request.js';
import { PasskeyRegistrationOptionsResponse } from '../passkeys/passkeys.dto.js';
import { SessionResponder } from '../sessions/session-responder.js';
import { SessionOpenedResponse } from '../sessions/sessions.dto.js';
import { SetupPasskeyOptionsRequest, SetupPasskeyRequest, SetupRequest } from './setup.dto.js';
import { SetupService } from './setup.service.js';

const NO_LINK = 'The token is wrong, used or older than an hour, or the hub has an administrator';

@ApiTags('auth')
@Controller('setup')
export class SetupController {
  constructor(
    private readonly setup: SetupService,
    private readonly responses: SessionResponder,
  ) {}

  @Post()
  @ApiOperation({
    summary: 'Create the first administrator',
    description:
      'With the token of the link that a hub without administrator shows in the terminal when it starts. Sets the ' +
      'cookie `session_token` and returns the same token for use as a bearer token.',
  })
  @AlwaysPublic()
  @ApiCreatedResponse({ description: 'A session of the new administrator', type: SessionOpenedResponse })
  @ProblemResponses({ 404: NO_LINK, 409: '`email_taken`: an account with this email address exists' })
  async completeSetup(
    @Body() body: SetupRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionOpenedResponse> {
    return this.responses.create(await this.setup.complete(body, client), reply);
  }

  @Post('passkey-options')
  @ApiOperation({
    summary: "Create the options for the first administrator's passkey",
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()`. The challenge works once.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The options for the browser', type: PasskeyRegistrationOptionsResponse })
  @ProblemResponses({ 404: NO_LINK })
  async createSetupPasskeyOptions(
    @Body() body: SetupPasskeyOptionsRequest,
  ): Promise<PasskeyRegistrationOptionsResponse> {
    return this.setup.createPasskeyOptions(body);
  }

  @Post('passkey')
  @ApiOperation({
    summary: 'Create the first administrator with a passkey',
    description: 'Like `POST /setup`, for the name and address of `POST /setup/passkey-options`.',
  })
  @AlwaysPublic()
  @ApiCreatedResponse({ description: 'A session of the new administrator', type: SessionOpenedResponse })
  @ProblemResponses({ 404: NO_LINK, 409: '`email_taken`: an account with this email address exists' })
  async completeSetupWithPasskey(
    @Body() body: SetupPasskeyRequest,
    @CurrentClient() client: Client,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionOpenedResponse> {
    return this.responses.create(await this.setup.completeWithPasskey(body, client), reply);
  }
}

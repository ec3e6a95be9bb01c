import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, AlwaysPublic, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { type Client, CurrentClient } from '../../../platform/http/request/request.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { MailedLinksService } from './mailed-links.service.js';
import {
  ChangePasswordRequest,
  ForgotPasswordRequest,
  ResetPasswordRequest,
  SetupPasswordRequest,
  VerifyEmailRequest,
} from './passwords.dto.js';
import { PasswordsService } from './passwords.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('auth')
@Controller('auth')
@RequiresSession()
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly links: MailedLinksService,
    private readonly mailer: Mailer,
  ) {}

  @Post('setup-password')
  @ApiOperation({
    summary: 'Set the first password of an account',
    description: 'For accounts that were created by an external sign-in. The user gets a security notice by mail.',
  })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ description: 'The password was set', type: MessageResponse })
  @ProblemResponses({ 409: '`has_password`: the account has a password already' })
  async setupPassword(
    @Body() body: SetupPasswordRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.passwords.setUp(actor, body.password);
    return { message: texts.auth.passwordSetUp };
  }

  @Post('change-password')
  @ApiOperation({
    summary: "Change the signed-in user's password",
    description:
      'Ends all other sessions of the user, who gets a security notice by mail, and revokes all API tokens unless ' +
      '`revoke_api_tokens` is false. A wrong current password counts as a failed sign-in.',
  })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ description: 'The password was changed', type: MessageResponse })
  @ProblemResponses({
    400: '`wrong_password`, or fields that fail validation',
    409: '`no_password`: the account has no password yet',
  })
  async changePassword(
    @Body() body: ChangePasswordRequest,
    @CurrentActor() actor: Actor,
    @CurrentClient() client: Client,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const revoked = await this.passwords.change(actor, body, client);
    return {
      message: revoked ? texts.auth.passwordChangedTokensRevoked : texts.auth.passwordChangedSessionsEnded,
    };
  }

  @Post('forgot-password')
  @ApiOperation({
    summary: 'Request a link to reset a password',
    description:
      'The response does not reveal whether an account with this email address exists. At most 5 requests ' +
      'per hour for one email address. The link works once, within one hour.',
  })
  @HttpCode(202)
  @AlwaysPublic()
  @ApiAcceptedResponse({ description: 'The request was accepted', type: MessageResponse })
  async forgotPassword(
    @Body() body: ForgotPasswordRequest,
    @CurrentClient() client: Client,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.links.request(body.email, client);
    return {
      message: this.mailer.isConfigured ? texts.auth.resetLinkSent : texts.auth.askForPasswordReset,
    };
  }

  @Post('reset-password')
  @ApiOperation({
    summary: 'Reset a password by the token from the mail',
    description:
      'The token works once. Ends all sessions of the user, revokes all API tokens and opens no session; also ' +
      'verifies the email address.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The password was changed', type: MessageResponse })
  @ProblemResponses({ 400: '`link_expired`, or fields that fail validation' })
  async resetPassword(@Body() body: ResetPasswordRequest, @CurrentTexts() texts: Texts): Promise<MessageResponse> {
    await this.links.reset(body.token, body.password);
    return { message: texts.auth.passwordChanged };
  }

  @Post('verify-email')
  @ApiOperation({
    summary: 'Verify an email address by the token from the mail',
    description: 'May be repeated with the same token.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The email address is verified', type: MessageResponse })
  @ProblemResponses({ 400: '`link_expired`, or fields that fail validation' })
  async verifyEmail(@Body() body: VerifyEmailRequest, @CurrentTexts() texts: Texts): Promise<MessageResponse> {
    await this.links.verifyEmail(body.token);
    return { message: texts.auth.emailAddressConfirmed };
  }

  @Post('verify-email/send')
  @ApiOperation({ summary: 'Send a new link to verify the email address', description: 'At most 5 mails per hour.' })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({
    description: 'The mail is on its way, or the hub cannot send mail: see message',
    type: MessageResponse,
  })
  @ProblemResponses({ 409: '`email_verified`: the email address is verified already' })
  async sendVerificationEmail(@CurrentActor() actor: Actor, @CurrentTexts() texts: Texts): Promise<MessageResponse> {
    await this.links.sendVerification(actor.userId);
    return {
      message: this.mailer.isConfigured ? texts.auth.mailSent : texts.auth.cannotConfirmAddress,
    };
  }
}

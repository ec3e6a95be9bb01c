import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, SignedIn } from '../../../platform/access/decorators.js';
import { type Client, CurrentClient } from '../../../platform/http/request/request.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { EmailVerificationService } from './email-verification.service.js';
import { PasswordResetRequests } from './password-reset-requests.js';
import { PasswordResetService } from './password-reset.service.js';
import {
  ChangePasswordRequest,
  ForgotPasswordRequest,
  ResetPasswordRequest,
  SetupPasswordRequest,
  VerifyEmailRequest,
} from './passwords.dto.js';
import { PasswordsService } from './passwords.service.js';

@ApiTags('auth')
@Controller('auth')
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly requests: PasswordResetRequests,
    private readonly resets: PasswordResetService,
    private readonly verification: EmailVerificationService,
    private readonly mailer: Mailer,
  ) {}

  @Post('setup-password')
  @ApiOperation({ summary: 'Sets a first password for an account that signs in by other means' })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(409)
  async setupPassword(@Body() body: SetupPasswordRequest, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    await this.passwords.setUp(actor, body.password);
    return { message: 'Password setup successful!' };
  }

  @Post('change-password')
  @ApiOperation({ summary: "Changes the person's own password", description: 'Ends all sessions but this one.' })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(409)
  async changePassword(
    @Body() body: ChangePasswordRequest,
    @CurrentActor() actor: Actor,
    @CurrentClient() client: Client,
  ): Promise<MessageResponse> {
    await this.passwords.change(actor, body.current_password, body.password, client);
    return { message: 'Your password was changed. Your other sessions were ended.' };
  }

  @Post('forgot-password')
  @ApiOperation({
    summary: 'Mails a link to choose a new password, if there is such an account; the answer does not tell',
    description: '5 an hour for one address.',
  })
  @HttpCode(202)
  @Public()
  @ApiAcceptedResponse({ type: MessageResponse })
  async forgotPassword(@Body() body: ForgotPasswordRequest, @CurrentClient() client: Client): Promise<MessageResponse> {
    await this.requests.submit(body.email, client);
    const sent =
      'If there is an account with this email address, a link to choose a new password is on its way. It works for an hour.';
    return {
      message: this.mailer.isConfigured
        ? sent
        : 'This site cannot send mail yet. Please ask its administrators for help.',
    };
  }

  @Post('reset-password')
  @ApiOperation({
    summary: 'Sets a new password by the token of the link in the mail, which works once',
    description: 'Ends all sessions and opens none.',
  })
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: MessageResponse })
  async resetPassword(@Body() body: ResetPasswordRequest): Promise<MessageResponse> {
    await this.resets.reset(body.token, body.password);
    return { message: 'Your password was changed. Please sign in with it.' };
  }

  @Post('verify-email')
  @ApiOperation({ summary: 'Confirms an email address by the token of the link in a mail' })
  @HttpCode(200)
  @Public()
  @ApiOkResponse({ type: MessageResponse })
  async verifyEmail(@Body() body: VerifyEmailRequest): Promise<MessageResponse> {
    await this.verification.verify(body.token);
    return { message: 'Your email address is confirmed.' };
  }

  @Post('verify-email/send')
  @ApiOperation({ summary: 'Mails a new link to confirm the email address', description: '5 an hour.' })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(409)
  async sendVerificationEmail(@CurrentActor() actor: Actor): Promise<MessageResponse> {
    await this.verification.send(actor.userId);
    return {
      message: this.mailer.isConfigured
        ? 'The mail is on its way.'
        : 'This site cannot send mail yet. Please ask its administrators for help.',
    };
  }
}

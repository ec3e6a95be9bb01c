import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../platform/access/decorators.js';
import { Config } from '../../../platform/config/config.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { problemResponse } from '../../../platform/errors/problem.dto.js';
import { IgnoreBody } from '../../../platform/http/forms/form-body.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import { NotificationSettingsService } from '../settings/notification-settings.service.js';
import { type MailList, UnsubscribeLinkSigner } from './unsubscribe-link-signer.js';
import { pagePolicy, unsubscribePage } from './unsubscribe-page.js';

/** What the page and the response say. */
const texts: Record<MailList, { question: string; consequence: string; doneTitle: string; done: string }> = {
  notifications: {
    question: 'Turn off email notifications?',
    consequence: 'You won’t receive email notifications anymore. You still find them under the bell in the hub.',
    doneTitle: 'Email notifications are off',
    done: 'You won’t receive email notifications anymore. You can turn them on again in your settings.',
  },
  digest: {
    question: 'Turn off the digest?',
    consequence: 'You won’t receive the digest anymore. Other emails of this hub stay as they are.',
    doneTitle: 'The digest is off',
    done: 'You won’t receive the digest anymore. You can turn it on again in your settings.',
  },
};

const WRONG =
  'This link is incomplete. Open the full link from the email, or turn off email notifications in your settings.';

const html = { 'text/html': { schema: { type: 'string' } } } as const;

/** The error is a page for browsers, and problem+json for programs. */
const WrongLinkResponse = () =>
  ApiResponse({
    status: 400,
    description: 'The token is not valid; browsers get a page',
    content: { ...problemResponse(400).content, ...html },
  });

/** Turns notification mails or the digest off without signing in: by the link in a mail, or by one click. */
@ApiTags('notifications')
@Controller('notifications/unsubscribe')
export class UnsubscribeController {
  constructor(
    private readonly links: UnsubscribeLinkSigner,
    private readonly users: UsersFacade,
    private readonly settings: NotificationSettingsService,
    private readonly siteSettings: Settings,
    private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Show the page to turn off notification mails or the digest',
    description:
      'The page asks for confirmation, because mail programs open links by themselves. Needs no session: ' +
      'the token identifies the user and the mails.',
  })
  @Public()
  @ApiQuery({ name: 'token', type: String, description: 'from the link in the mail' })
  @ApiOkResponse({ description: 'A page with a button', content: html })
  @WrongLinkResponse()
  async getUnsubscribePage(
    @Query('token') token: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const found = await this.links.findSubscription(token);
    if (!found) return this.refuse(request, reply);
    const { question, consequence } = texts[found.list];
    return this.page(reply, question, consequence, 'Turn off');
  }

  @Post()
  @ApiOperation({
    summary: 'Turn off notification mails or the digest',
    description:
      'By one click in a mail program (RFC 8058), or by the button of the page, which gets a page in ' +
      'return. Needs no session: the token identifies the user and the mails.',
  })
  @HttpCode(200)
  @Public()
  @IgnoreBody()
  @ApiQuery({ name: 'token', type: String, description: 'from the link in the mail' })
  @ApiExtraModels(MessageResponse)
  @ApiOkResponse({
    description: 'The mails are turned off; browsers get a page',
    content: { 'application/json': { schema: { $ref: getSchemaPath(MessageResponse) } }, ...html },
  })
  @WrongLinkResponse()
  async unsubscribe(
    @Query('token') token: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageResponse | string> {
    const found = await this.links.findSubscription(token);
    if (!found) return this.refuse(request, reply);
    if (found.list === 'digest') await this.settings.disableDigest(found.userId);
    else await this.users.disableMails(found.userId);
    const { doneTitle, done } = texts[found.list];
    return acceptsHtml(request) ? this.page(reply, doneTitle, done) : { message: done };
  }

  private async refuse(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (!acceptsHtml(request)) throw new DomainError(400, 'wrong_link', WRONG);
    return this.page(reply.code(400), 'This link does not work', WRONG);
  }

  private async page(reply: FastifyReply, title: string, text: string, button?: string): Promise<string> {
    // With no-referrer the form would be sent with the origin "null", which the origin check refuses.
    void reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', pagePolicy)
      .header('Referrer-Policy', 'same-origin');
    return unsubscribePage({
      siteName: await this.siteSettings.get(siteName),
      title,
      text,
      home: this.config.frontendUrl,
      ...(button && { button }),
    });
  }
}

const acceptsHtml = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

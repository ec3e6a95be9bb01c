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
import { AlwaysPublic } from '../../../platform/access/decorators.js';
import { Config } from '../../../platform/config/config.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { problemResponse } from '../../../platform/errors/problem.dto.js';
import { IgnoreBody } from '../../../platform/http/forms/form-body.js';
import { getApiLanguage, getPageLanguage } from '../../../platform/language/request-language.js';
import { Settings, siteLanguage, siteName } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import { NotificationSettingsService } from '../settings/notification-settings.service.js';
import { UnsubscribeLinkSigner } from './unsubscribe-link-signer.js';
import { pagePolicy, unsubscribePage } from './unsubscribe-page.js';
import { getTexts, type Texts } from '../../../platform/language/texts.js';

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
  @AlwaysPublic()
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
    const texts = await this.users.getTextsOf(found.userId);
    const { question, consequence } = texts.unsubscribe[found.list];
    return this.page(reply, texts, question, consequence, texts.unsubscribe.turnOff);
  }

  @Post()
  @ApiOperation({
    summary: 'Turn off notification mails or the digest',
    description:
      'By one click in a mail program (RFC 8058), or by the button of the page, which gets a page in ' +
      'return. Needs no session: the token identifies the user and the mails.',
  })
  @HttpCode(200)
  @AlwaysPublic()
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
    if (!acceptsHtml(request)) return { message: getTexts(getApiLanguage(request)).unsubscribe[found.list].done };
    const texts = await this.users.getTextsOf(found.userId);
    const { doneTitle, done } = texts.unsubscribe[found.list];
    return this.page(reply, texts, doneTitle, done);
  }

  private async refuse(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (!acceptsHtml(request)) throw new DomainError(400, 'wrong_link', ({ unsubscribe }) => unsubscribe.wrongLink);
    const texts = await this.getPageTexts(request);
    return this.page(reply.code(400), texts, texts.unsubscribe.wrongLinkTitle, texts.unsubscribe.wrongLink);
  }

  /** A wrong link names no user, so its page follows the browser. */
  private async getPageTexts(request: FastifyRequest): Promise<Texts> {
    const hubLanguage = await this.siteSettings.get(siteLanguage);
    return getTexts(getPageLanguage(request, { userLanguage: null, hubLanguage }));
  }

  private async page(
    reply: FastifyReply,
    { language }: Texts,
    title: string,
    text: string,
    button?: string,
  ): Promise<string> {
    // With no-referrer the form would be sent with the origin "null", which the origin check refuses.
    void reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', pagePolicy)
      .header('Referrer-Policy', 'same-origin');
    return unsubscribePage({
      language,
      siteName: await this.siteSettings.get(siteName),
      title,
      text,
      home: this.config.frontendUrl,
      ...(button && { button }),
    });
  }
}

const acceptsHtml = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

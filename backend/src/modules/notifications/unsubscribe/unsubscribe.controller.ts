import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../platform/access/decorators.js';
import { Config } from '../../../platform/config/config.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { MessageResponse } from '../../../platform/http/message.dto.js';
import { ProblemResponses } from '../../../platform/http/problem.dto.js';
import { TakesAnyBody } from '../../../platform/http/any-body.js';
import { Settings } from '../../../platform/settings/settings.js';
import { siteName } from '../../../platform/settings/site.js';
import { PeopleFacade } from '../../auth/index.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';
import { pagePolicy, unsubscribePage } from './unsubscribe-page.js';

const DONE = 'You will get no more notifications by email. You can turn them on again in your settings.';
const WRONG = 'This link is not complete. Please open it from the mail again, or turn mails off in your settings.';

/** Stops mails without signing in, for the link and the button of a mail. */
@ApiTags('notifications')
@Controller('notifications/unsubscribe')
export class UnsubscribeController {
  constructor(
    private readonly links: UnsubscribeLinks,
    private readonly people: PeopleFacade,
    private readonly settings: Settings,
    private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'The page behind the link in a mail',
    description: 'It asks first: programs open links by themselves.',
  })
  @Public()
  @ApiQuery({ name: 'token', type: String, description: 'from the link in a mail' })
  @ApiProduces('text/html')
  @ApiOkResponse({ description: 'a page with a button', content: { 'text/html': { schema: { type: 'string' } } } })
  @ProblemResponses(400)
  async getUnsubscribePage(
    @Query('token') token: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!(await this.links.personOf(token))) return this.refuse(request, reply);
    return this.page(
      reply,
      'No more mails?',
      'You will get no notifications by email any more. In the hub you still find them at the bell.',
      'Turn mails off',
    );
  }

  @Post()
  @ApiOperation({
    summary: 'Stops the mails',
    description: 'One click in a mail program (RFC 8058), or the button of the page, which gets a page in return.',
  })
  @HttpCode(200)
  @Public()
  @TakesAnyBody()
  @ApiQuery({ name: 'token', type: String, description: 'from the link in a mail' })
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(400)
  async unsubscribe(
    @Query('token') token: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageResponse | string> {
    const person = await this.links.personOf(token);
    if (!person) return this.refuse(request, reply);
    await this.people.stopMails(person);
    return showsPages(request) ? this.page(reply, 'No more mails', DONE) : { message: DONE };
  }

  private async refuse(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (!showsPages(request)) throw new DomainError(400, 'wrong_link', WRONG);
    return this.page(reply.code(400), 'This link does not work', WRONG);
  }

  private async page(reply: FastifyReply, title: string, text: string, button?: string): Promise<string> {
    // Without a referrer the form would come from the origin "null", which is nobody's.
    void reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', pagePolicy)
      .header('Referrer-Policy', 'same-origin');
    return unsubscribePage({
      siteName: await this.settings.get(siteName),
      title,
      text,
      home: this.config.frontendUrl,
      ...(button && { button }),
    });
  }
}

const showsPages = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

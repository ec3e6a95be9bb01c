import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { getApiLanguage } from './request-language.js';
import { getTexts } from './texts.js';

/** The texts in the language of an API request, for sentences in its response. */
export const CurrentTexts = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  getTexts(getApiLanguage(context.switchToHttp().getRequest<FastifyRequest>())),
);

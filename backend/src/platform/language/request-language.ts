import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { isLanguage, type Language, languages, SOURCE_LANGUAGE } from '@hub/shared/languages';

/** The cookie in which guests keep the language that they have chosen. */
export const LANGUAGE_COOKIE = 'hub_language';

type LanguageRequest = Pick<FastifyRequest, 'headers' | 'cookies' | 'query'>;

export interface PageLanguageOptions {
  /** what the signed-in user has set; null without a choice and for guests */
  userLanguage: Language | null;
  /** the default of the hub */
  hubLanguage: Language;
}

/**
 * The language of a page: `?lang=` of its address, then the user's setting, the cookie, Accept-Language and the default
 * of the hub.
 */
export function getPageLanguage(
  { headers, cookies, query }: LanguageRequest,
  { userLanguage, hubLanguage }: PageLanguageOptions,
): Language {
  const chosen = [(query as { lang?: unknown } | undefined)?.lang, userLanguage, cookies[LANGUAGE_COOKIE]];
  return chosen.find(isLanguage) ?? negotiateLanguage(headers['accept-language'], hubLanguage);
}

/** The language of an API response, by Accept-Language only: English for programs that name none. */
export const getApiLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  negotiateLanguage(headers['accept-language'], SOURCE_LANGUAGE);

/** @param fallback also for `*` */
const negotiateLanguage = (acceptLanguage: string | undefined, fallback: Language): Language =>
  (new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages([fallback, ...languages])[0] as
    | Language
    | undefined) ?? fallback;

import { escapeUTF8 } from 'entities';
import { isLanguage, type Language, languages } from '@hub/shared/languages';

/** The parameter of an address that asks for a language. */
export const LANGUAGE_PARAMETER = 'lang';

/** @param address path and query, as the frontend sees them */
export function removeLanguage(address: string): string {
  const [path = ''] = address.split('?', 1);
  const parameters = new URLSearchParams(address.slice(path.length));
  if (!parameters.has(LANGUAGE_PARAMETER)) return address;
  parameters.delete(LANGUAGE_PARAMETER);
  return parameters.size ? `${path}?${parameters.toString()}` : path;
}

/** The addresses of a page that is there in each language. */
export interface PageLanguages {
  /** without a language, where readers get the one that they prefer */
  url: URL;
  /** the one that the address asks for */
  asked: Language | undefined;
  /** Whether its address has parameters that search engines should not take for other pages. */
  isCanonical: boolean;
}

/**
 * @param address path and query of the request
 * @param path where the page is to be found, if it says so
 */
export function findLanguages(address: string, path: string | undefined, publicUrl: string): PageLanguages {
  const requested = new URL(address, publicUrl);
  const asked = requested.searchParams.get(LANGUAGE_PARAMETER);
  const url = new URL(path ?? address, publicUrl);
  url.searchParams.delete(LANGUAGE_PARAMETER);
  return { url, asked: isLanguage(asked) ? asked : undefined, isCanonical: path !== undefined };
}

const inLanguage = (url: URL, language: Language): string => {
  const translated = new URL(url);
  translated.searchParams.set(LANGUAGE_PARAMETER, language);
  return translated.href;
};

/** The page's canonical address, and those of its languages. */
export function renderLanguageLinks({ url, asked, isCanonical }: PageLanguages): string {
  const canonical = asked ? inLanguage(url, asked) : url.href;
  const alternates = languages.map(
    (language) => `<link rel="alternate" hreflang="${language}" href="${escapeUTF8(inLanguage(url, language))}">`,
  );
  return [
    ...(asked || isCanonical ? [`<link rel="canonical" href="${escapeUTF8(canonical)}">`] : []),
    ...alternates,
    `<link rel="alternate" hreflang="x-default" href="${escapeUTF8(url.href)}">`,
  ].join('');
}

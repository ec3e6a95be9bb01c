import { userTexts } from '../../messages/en-users';

const textsByCode: Partial<Record<string, string>> = userTexts.callback.reasons;

/** The text for an error code of a sign-in at a provider. */
export function getProviderErrorText(code: string): string {
  return textsByCode[code] ?? userTexts.callback.failed;
}

function fromPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="hub-api-url"]')?.content.trim() ?? '';
}

/** The address of the API without a slash at its end, or '' when nobody configured one. The page's own word wins over the build's. */
export const apiUrl: string = (fromPage() || import.meta.env.VITE_API_URL || '').replace(/\/+$/, '');

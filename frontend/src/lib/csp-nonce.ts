/** What lets a style sheet made at run time pass the page's content security policy. */
export const cspNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Whether this is a colour as #RRGGBB, the one form the API takes. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

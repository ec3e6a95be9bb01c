/** Whether this is a color in the form #RRGGBB, the only one the API accepts. */
export const isHexColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

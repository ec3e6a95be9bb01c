/** For a field that must be filled. The style sheet draws the mark, so that the label's text stays the field's name. */
export const required = { required: true, withAsterisk: false, labelProps: { mod: { required: true } } } as const;

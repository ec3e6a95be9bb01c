/** Props of a required field. The style sheet draws the asterisk, which keeps it out of the accessible name. */
export const requiredProps = { required: true, withAsterisk: false, labelProps: { mod: { required: true } } } as const;

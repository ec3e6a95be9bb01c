/** Texts of all forms. */
export const formTexts = {
  tooLong: (limit: number, length: number) =>
    `At most ${limit.toLocaleString('en')} characters are allowed; this has ${length.toLocaleString('en')}.`,
};

/** More items would take minutes to change. */
export const MAX_SELECTED = 1000;

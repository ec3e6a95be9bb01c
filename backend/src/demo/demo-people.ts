/** Handles of the demo's users. */
export const amina = 'amina-adler';
export const emil = 'emil-engel';
export const rosa = 'rosa-richter';
export const clara = 'clara-conrad';
export const viktor = 'viktor-vogel';

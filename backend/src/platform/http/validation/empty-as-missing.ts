import { Transform } from 'class-transformer';

/** Forms and filters send '' for what was not chosen. */
export const EmptyAsUndefined = () => Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value));

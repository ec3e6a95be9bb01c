/** A job that stops because its instance does. It is repeated like one that failed, but nothing is wrong. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';

  constructor() {
    super('The instance is stopping.');
  }
}

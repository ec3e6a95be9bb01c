export type PasskeyFailure = 'unsupported' | 'security' | 'cancelled' | 'existing';

const failures: Partial<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  SecurityError: 'security',
  InvalidStateError: 'existing',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** Why the browser made or used no passkey; undefined when it does not say. Browsers tell of it by the error's name. */
export function passkeyFailure(error: unknown): PasskeyFailure | undefined {
  return error instanceof Error ? failures[error.name] : undefined;
}

type PasskeyError = 'unsupported' | 'security' | 'cancelled' | 'existing';

const errorsByName: Partial<Record<string, PasskeyError>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  SecurityError: 'security',
  InvalidStateError: 'existing',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** Classifies a passkey error by the browser's error name; undefined if it is unknown. */
export function getPasskeyError(error: unknown): PasskeyError | undefined {
  return error instanceof Error ? errorsByName[error.name] : undefined;
}

import { useSyncExternalStore } from 'react';

/** Why the sign-in dialog is open. */
export interface SignInRequest {
  /**
   * expired: the user was signed out; members-only: a guest wants to see whether a page is for members; participate: a
   * guest wants to write; recent: the user is signed in, and the action needs a recent sign-in
   */
  reason: 'expired' | 'members-only' | 'participate' | 'recent';
  /** The user who was signed out, or is to sign in again. */
  formerUserId?: string;
  /** Called when the same user has signed in. */
  onSignedIn?: () => void;
}

let current: SignInRequest | undefined;
const listeners = new Set<() => void>();

function set(request: SignInRequest | undefined): void {
  current = request;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens the sign-in dialog over the page, which stays as it is. One dialog at a time. */
export function requestSignIn(request: SignInRequest): void {
  if (!current) set(request);
}

export function closeSignInRequest(): void {
  set(undefined);
}

export const useSignInRequest = (): SignInRequest | undefined => useSyncExternalStore(subscribe, () => current);

import { type MouseEvent, useSyncExternalStore } from 'react';
import { isPlainClick } from '../../lib/browser';

/** Why the sign-in dialog is open. */
export interface SignInRequest {
  /**
   * login: a guest wants to sign in; expired: the user was signed out; members-only: a guest wants to see whether a
   * page is for members; protected: a guest opened a page for members; participate: a guest wants to write or react;
   * start-thread: a guest wants to write a thread, whose form is another page; recent: the user is signed in, and
   * the action needs a recent sign-in
   */
  reason: 'login' | 'expired' | 'members-only' | 'protected' | 'participate' | 'start-thread' | 'recent';
  /** Begins with the form to create an account. */
  isNewAccount?: boolean;
  /** The user who was signed out, or is to sign in again. */
  formerUserId?: string;
  /** Called when the same user has signed in: does what the guest wanted to do. */
  onSignedIn?: () => void;
  onDismissed?: () => void;
}

let current: SignInRequest | undefined;
const listeners = new Set<() => void>();

function set(request: SignInRequest | undefined): void {
  current = request;
  for (const listener of listeners) listener();
}

const getCurrent = () => current;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Opens the sign-in dialog over the page, which stays as it is. One at a time, and none over the sign-in page. */
export function requestSignIn(request: SignInRequest): void {
  if (!current && window.location.pathname !== '/login') set(request);
}

/** For links to `/login`, which still open in a new tab. */
export const openSignIn = (request: SignInRequest) => (event: MouseEvent<HTMLAnchorElement>) => {
  if (!isPlainClick(event) || window.location.pathname === '/login') return;
  event.preventDefault();
  requestSignIn(request);
};

export function closeSignInRequest(): void {
  set(undefined);
}

/** The user does not want to sign in. */
export function dismissSignInRequest(): void {
  const request = current;
  set(undefined);
  request?.onDismissed?.();
}

export const useSignInRequest = (): SignInRequest | undefined =>
  useSyncExternalStore(subscribe, getCurrent, getCurrent);

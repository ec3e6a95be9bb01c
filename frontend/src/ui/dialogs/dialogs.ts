import type { ReactNode } from 'react';
import { createRandomKey } from '../../lib/browser';

interface DialogBase {
  id: string;
  title: string;
  text?: ReactNode;
}

export interface AlertRequest extends DialogBase {
  kind: 'alert';
  resolve: () => void;
}

export interface ConfirmRequest extends DialogBase {
  kind: 'confirm';
  confirmLabel: string;
  cancelLabel?: string;
  /** Red button, for actions that cannot be undone. */
  isDestructive?: boolean;
  resolve: (confirmed: boolean) => void;
}

export interface ProgressRequest extends DialogBase {
  kind: 'progress';
  percent: number;
  /** The total is unknown; the text shows the progress. */
  isIndeterminate?: boolean;
  onCancel?: () => void;
}

export type DialogRequest = AlertRequest | ConfirmRequest | ProgressRequest;

let openRequests: readonly DialogRequest[] = [];
const listeners = new Set<() => void>();

function setRequests(next: readonly DialogRequest[]): void {
  openRequests = next;
  for (const listener of listeners) listener();
}

function close(id: string): void {
  setRequests(openRequests.filter((request) => request.id !== id));
}

export const dialogStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): readonly DialogRequest[] => openRequests,
};

/** Shows a message that must not be missed; resolves when it is closed. */
export function alert(options: Omit<AlertRequest, 'id' | 'kind' | 'resolve'>): Promise<void> {
  const id = createRandomKey();
  return new Promise((resolve) => {
    const settle = () => {
      close(id);
      resolve();
    };
    setRequests([...openRequests, { ...options, id, kind: 'alert', resolve: settle }]);
  });
}

/** Resolves with false on Escape and on the cancel button, which has the initial focus. */
export function confirm(options: Omit<ConfirmRequest, 'id' | 'kind' | 'resolve'>): Promise<boolean> {
  const id = createRandomKey();
  return new Promise((resolve) => {
    const settle = (confirmed: boolean) => {
      close(id);
      resolve(confirmed);
    };
    setRequests([...openRequests, { ...options, id, kind: 'confirm', resolve: settle }]);
  });
}

/** Shows the progress of a long operation, from 0 to 100 percent. */
export function progress(options: Omit<ProgressRequest, 'id' | 'kind' | 'percent'>) {
  const id = createRandomKey();
  setRequests([...openRequests, { ...options, id, kind: 'progress', percent: 0 }]);
  return {
    update: (percent: number): void => {
      const clamped = Math.round(Math.min(100, Math.max(0, percent)));
      setRequests(openRequests.map((request) => (request.id === id ? { ...request, percent: clamped } : request)));
    },
    setText: (text: string): void => {
      setRequests(openRequests.map((request) => (request.id === id ? { ...request, text } : request)));
    },
    close: (): void => {
      close(id);
    },
  };
}

import { randomKey } from '../../lib/random-key';

interface Asked {
  id: string;
  title: string;
  text?: string;
}

export interface AlertRequest extends Asked {
  kind: 'alert';
  resolve: () => void;
}

export interface ConfirmRequest extends Asked {
  kind: 'confirm';
  confirmLabel: string;
  cancelLabel?: string;
  /** Red, for what cannot be taken back. */
  destructive?: boolean;
  resolve: (confirmed: boolean) => void;
}

export interface ProgressRequest extends Asked {
  kind: 'progress';
  percent: number;
  /** Nobody knows how much there will be; the text tells how far it is. */
  isOpenEnded?: boolean;
  onCancel?: () => void;
}

export type DialogRequest = AlertRequest | ConfirmRequest | ProgressRequest;

let open: readonly DialogRequest[] = [];
const listeners = new Set<() => void>();

function change(next: readonly DialogRequest[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function close(id: string): void {
  change(open.filter((request) => request.id !== id));
}

export const dialogStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly DialogRequest[] => open,
};

/** Says something that needs to be seen; settles when it is closed. */
export function alert(options: Omit<AlertRequest, 'id' | 'kind' | 'resolve'>): Promise<void> {
  const id = randomKey();
  return new Promise((resolve) => {
    const settle = () => {
      close(id);
      resolve();
    };
    change([...open, { ...options, id, kind: 'alert', resolve: settle }]);
  });
}

/** Asks once; Escape and the safe button, which has the focus, answer false. */
export function confirm(options: Omit<ConfirmRequest, 'id' | 'kind' | 'resolve'>): Promise<boolean> {
  const id = randomKey();
  return new Promise((resolve) => {
    const settle = (confirmed: boolean) => {
      close(id);
      resolve(confirmed);
    };
    change([...open, { ...options, id, kind: 'confirm', resolve: settle }]);
  });
}

/** Shows work that takes a while, from 0 to 100 percent. */
export function progress(options: Omit<ProgressRequest, 'id' | 'kind' | 'percent'>) {
  const id = randomKey();
  change([...open, { ...options, id, kind: 'progress', percent: 0 }]);
  return {
    update: (percent: number): void => {
      const clamped = Math.round(Math.min(100, Math.max(0, percent)));
      change(open.map((request) => (request.id === id ? { ...request, percent: clamped } : request)));
    },
    say: (text: string): void => {
      change(open.map((request) => (request.id === id ? { ...request, text } : request)));
    },
    close: (): void => {
      close(id);
    },
  };
}

import { messages } from '../../messages/en';

let wanted = false;
const listeners = new Set<() => void>();

/** Whether the part that shows toasts is needed yet; it is not part of the first load. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): boolean => wanted,
};

/** Reports a success in passing. What needs a decision is an `alert` or `confirm`. */
export function toast(text: string): void {
  wanted = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ message: text, role: 'status', closeButtonProps: { 'aria-label': messages.common.close } }),
  );
}

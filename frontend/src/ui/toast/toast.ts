import { messages } from '../../messages/en';

let isNeeded = false;
const listeners = new Set<() => void>();

/** Whether the toast component is needed yet; it is not part of the first load. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): boolean => isNeeded,
};

/** Announces a success. Use `alert` or `confirm` where a decision is needed. */
export function toast(text: string): void {
  isNeeded = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ message: text, role: 'status', closeButtonProps: { 'aria-label': messages.common.close } }),
  );
}

import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useLayoutEffect } from 'react';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { messages } from '../../messages/common';
import { Button } from '../button';
import buttonClasses from '../button.module.css';
import { type Box, findFreePlace, isCovering } from './free-place';
import type { ToastOptions } from './toast';
import classes from './toasts.module.css';

/** The ids of the toasts that are shown, by subject. */
const ids = new Map<string, string>();

/** Time to reach the button of an action, in milliseconds. */
const ACTION_MS = 10_000;

export function showToast(text: string, { subject = text, action, isLasting }: ToastOptions): void {
  const former = ids.get(subject);
  if (former) notifications.hide(former);
  const id = notifications.show({
    role: 'status',
    closeButtonProps: { 'aria-label': messages.common.close },
    ...(action && { autoClose: isLasting ? false : ACTION_MS }),
    onClose: () => {
      if (ids.get(subject) === id) ids.delete(subject);
    },
    message: action ? (
      <div className={classes.withAction}>
        <span>{text}</span>
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            notifications.hide(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      </div>
    ) : (
      text
    ),
  });
  ids.set(subject, id);
}

const ROOT = '[data-toasts][data-position="bottom-right"]';
const BARS = '[data-bottom-bar], [data-bottom-actions]';
const FIELDS = "input, select, textarea, [contenteditable='true']";
const CONTROLS = `${BARS}, ${FIELDS}, button, summary, .${buttonClasses['button']}`;
const TOAST_GAP = 16;
/** Pages scroll and change while a toast is shown. */
const CHECK_MS = 200;

function getBoxes(selector: string, root: Element): Box[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    // Hidden fields have a size of 0 or 1.
    const isVisible = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < window.innerHeight;
    return isVisible && !root.contains(element) ? [box] : [];
  });
}

/** Moves the toasts to where they cover neither buttons nor fields, or at least none of the bars at the bottom. */
function placeToasts(): void {
  const root = document.querySelector<HTMLElement>(ROOT);
  if (!root) return;
  const toasts = [...root.querySelectorAll('[role="status"]')];
  // The whole height: a toast that appears is still growing.
  const height = toasts.reduce((sum, { scrollHeight }) => sum + scrollHeight + TOAST_GAP, -TOAST_GAP);
  const { left, right, bottom, width } = root.getBoundingClientRect();
  const controls = getBoxes(CONTROLS, root);
  if (root.style.left !== '' && !isCovering({ top: bottom - height, right, bottom, left }, controls)) return;
  const { clientWidth, clientHeight } = document.documentElement;
  const top = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const area = { top, right: clientWidth, bottom: clientHeight, left: 0 };
  const place =
    findFreePlace(area, { width, height }, controls) ?? findFreePlace(area, { width, height }, getBoxes(BARS, root));
  if (place) Object.assign(root.style, { left: `${place.left}px`, bottom: `${clientHeight - place.bottom}px` });
}

export default function Toasts() {
  const { notifications: shown } = useNotifications();
  useLayoutEffect(() => {
    if (shown.length === 0) return;
    placeToasts();
    // Before the first paint of the first toast, whose container is not in the page yet.
    const frame = requestAnimationFrame(placeToasts);
    const timer = setInterval(placeToasts, CHECK_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
    };
  }, [shown]);
  return <Notifications data-toasts position="bottom-right" autoClose={5000} limit={3} />;
}

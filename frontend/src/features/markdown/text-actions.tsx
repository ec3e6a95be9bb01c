import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { copyText, isPlainClick } from '../../lib/browser';
import { messages } from '../../messages/common';
import { alert } from '../../ui/dialogs/dialogs';
import { isSameOriginPath } from '../../lib/hub-paths';
import type { ImageZoom } from './image-zoom';
import classes from './markdown.module.css';

const COPIED_FEEDBACK_MS = 1500;
const feedbackTimers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Copies the code below the button. The button's text changes outside of React, which always renders the same. */
async function copyCode(button: HTMLElement): Promise<void> {
  const label = button.querySelector('[aria-live]')?.firstChild;
  const code = button.closest(`.${classes.code}`)?.querySelector('pre');
  if (!label || !code || !(await copyText(code.innerText))) return;
  button.dataset['copied'] = '';
  label.nodeValue = messages.markdown.copied;
  clearTimeout(feedbackTimers.get(button));
  const timer = setTimeout(() => {
    delete button.dataset['copied'];
    label.nodeValue = messages.markdown.copy;
  }, COPIED_FEEDBACK_MS);
  feedbackTimers.set(button, timer);
}

/** Copies the address of a heading, or shows it where the browser does not allow that. */
async function copyAddress(address: string): Promise<void> {
  const { copyLink } = await import('../../shared/copy-link');
  await copyLink(address);
}

interface ZoomedImage {
  Zoom: typeof ImageZoom;
  src: string;
  alt: string;
}

/**
 * What happens on clicks in a text, for the whole text, because that of the server's HTML is not rendered by React.
 * @returns the handler and an enlarged image
 */
export function useTextActions(): { handleClick: (event: MouseEvent) => void; zoomed: ReactNode } {
  const router = useRouter();
  const [image, setImage] = useState<ZoomedImage>();

  const enlarge = async (button: HTMLButtonElement, picture: HTMLImageElement) => {
    // Safari does not focus what is clicked; the focus returns to it.
    button.focus();
    try {
      const { ImageZoom: Zoom } = await import('./image-zoom');
      setImage({ Zoom, src: picture.getAttribute('src') ?? '', alt: picture.alt });
    } catch {
      void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });
    }
  };

  const followLink = (event: MouseEvent, link: HTMLAnchorElement) => {
    const address = link.getAttribute('href') ?? '';
    if (link.classList.contains(classes.anchor ?? '')) void copyAddress(link.href);
    // Only screens open without a page load; files and API paths belong to the server.
    else if (isSameOriginPath(address) && !address.startsWith('/api/') && isPlainClick(event)) {
      event.preventDefault();
      router.history.push(address);
    }
  };

  const handleClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.defaultPrevented) return;
    const link = event.target.closest('a');
    const button = event.target.closest('button');
    const picture = button?.querySelector('img');
    if (link) followLink(event, link);
    else if (button && picture) void enlarge(button, picture);
    else if (button?.matches(`.${classes.copy}`)) void copyCode(button);
  };

  const close = () => {
    setImage(undefined);
  };
  return { handleClick, zoomed: image && <image.Zoom src={image.src} alt={image.alt} onClose={close} /> };
}

import { type RefObject, useEffect } from 'react';

/** A link of another screen to a section, by its id, leads to the first field of it, or to its heading. */
export function useFocusWhenLinked(section: RefObject<HTMLElement | null>, id: string): void {
  useEffect(() => {
    if (window.location.hash !== `#${id}`) return;
    // The section may arrive after the router has scrolled.
    section.current?.scrollIntoView();
    const field = section.current?.querySelector<HTMLElement>('input:not([type="file"]), select, textarea');
    const target = field ?? section.current?.querySelector<HTMLElement>('h2, h3');
    // The shell moves the focus after a navigation, too.
    target?.setAttribute('data-first-focus', '');
    target?.focus({ preventScroll: true });
  }, [section, id]);
}

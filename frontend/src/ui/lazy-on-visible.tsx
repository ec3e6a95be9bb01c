import { useEffect, useRef, useState, type ReactNode } from 'react';

/** About one screen ahead, so that the content has loaded before it is scrolled into view. */
const ROOT_MARGIN = '600px 0px';

/** Renders its content once it is near the viewport, so that readers of a long text do not request what is below it. */
export function LazyOnVisible({
  isForced,
  className,
  children,
}: {
  isForced: boolean;
  className?: string;
  children: ReactNode;
}) {
  const container = useRef<HTMLDivElement>(null);
  const [wasNear, setNear] = useState(isForced);
  if (isForced && !wasNear) setNear(true);
  useEffect(() => {
    const element = container.current;
    if (wasNear || !element) return;
    const watching = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) setNear(true);
      },
      { rootMargin: ROOT_MARGIN },
    );
    watching.observe(element);
    return () => {
      watching.disconnect();
    };
  }, [wasNear]);
  return (
    <div ref={container} className={className}>
      {wasNear && children}
    </div>
  );
}

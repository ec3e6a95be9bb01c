import { useEffect, useRef, useState, type ReactNode } from 'react';

/** How far ahead of the reader: about a screen, so that it is there when they are. */
const AHEAD = '600px 0px';

/** Shows its content once the reader comes near it: what stands below a long text is not asked for by everybody. */
export function WhenNear({ now, className, children }: { now: boolean; className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [wasNear, setNear] = useState(now);
  if (now && !wasNear) setNear(true);
  useEffect(() => {
    const element = place.current;
    if (wasNear || !element) return;
    const watching = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    watching.observe(element);
    return () => {
      watching.disconnect();
    };
  }, [wasNear]);
  return (
    <div ref={place} className={className}>
      {wasNear && children}
    </div>
  );
}

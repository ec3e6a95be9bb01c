import classes from './avatar.module.css';

interface AvatarProps {
  name: string;
  src?: string | null;
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** Decoration beside or around a name, so it says nothing itself: the initials are drawn by the style sheet, not text. */
export function Avatar({ name, src }: AvatarProps) {
  return (
    <span className={classes.avatar} data-initials={src ? undefined : initials(name)} aria-hidden="true">
      {src && <img src={src} alt="" width={32} height={32} className={classes.image} />}
    </span>
  );
}

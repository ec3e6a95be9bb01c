import classes from './avatar.module.css';

const sizes = { tiny: 22, small: 32, large: 80 };

interface AvatarProps {
  name: string;
  src?: string | null;
  size?: keyof typeof sizes;
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** Decoration beside or around a name, so it says nothing itself: the initials are drawn by the style sheet, not text. */
export function Avatar({ name, src, size = 'small' }: AvatarProps) {
  const pixels = sizes[size];
  return (
    <span
      className={classes.avatar}
      data-size={size}
      data-initials={src ? undefined : initials(name)}
      aria-hidden="true"
    >
      {src && <img src={src} alt="" width={pixels} height={pixels} className={classes.image} />}
    </span>
  );
}

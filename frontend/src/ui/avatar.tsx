import classes from './avatar.module.css';

const sizes = { xs: 22, sm: 32, md: 48, lg: 80 };

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

/** Decorative: the name is beside it, so the initials are drawn by the style sheet instead of being text. */
export function Avatar({ name, src, size = 'sm' }: AvatarProps) {
  const pixels = sizes[size];
  return (
    <span
      className={classes.avatar}
      data-size={size}
      data-initials={src ? undefined : initials(name)}
      aria-hidden="true"
    >
      {src && <img src={src} alt="" loading="lazy" width={pixels} height={pixels} className={classes.image} />}
    </span>
  );
}

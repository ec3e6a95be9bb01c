import classes from './button.module.css';

export interface ButtonVariant {
  variant?: 'primary' | 'default' | 'subtle' | 'danger';
  size?: 'sm' | 'md';
  /** Fills the width of its container. */
  isFullWidth?: boolean;
}

export function buttonClass(
  { variant = 'primary', size = 'md', isFullWidth = false }: ButtonVariant,
  more?: string,
): string {
  return [classes.button, classes[variant], classes[size], isFullWidth && classes.wide, more].filter(Boolean).join(' ');
}

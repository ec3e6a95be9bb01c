import classes from './button.module.css';

export interface ButtonLook {
  look?: 'primary' | 'default' | 'quiet' | 'danger';
  size?: 'sm' | 'md';
  /** Fills the row. */
  wide?: boolean;
}

export function buttonClass({ look = 'primary', size = 'md', wide = false }: ButtonLook, more?: string): string {
  return [classes.button, classes[look], classes[size], wide && classes.wide, more].filter(Boolean).join(' ');
}

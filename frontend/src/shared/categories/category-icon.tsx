import {
  IconBook,
  IconBulb,
  IconCode,
  IconCompass,
  IconDatabase,
  IconFileText,
  IconFolder,
  IconPencil,
  IconRocket,
  IconServer,
  IconSettings,
  IconShield,
  IconTool,
  IconUsers,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';

const named: Record<string, Icon> = {
  book: IconBook,
  bulb: IconBulb,
  code: IconCode,
  compass: IconCompass,
  database: IconDatabase,
  file: IconFileText,
  folder: IconFolder,
  pencil: IconPencil,
  rocket: IconRocket,
  server: IconServer,
  settings: IconSettings,
  shield: IconShield,
  tool: IconTool,
  users: IconUsers,
  video: IconVideo,
};

/** The names that stand for a drawn icon. */
export const iconNames: readonly string[] = Object.keys(named);

/** A category's icon is free text: an emoji, one of our names, or something unknown that becomes a plain page. */
export function CategoryIcon({ icon, size }: { icon: string | null | undefined; size: number }) {
  if (icon && /\p{Extended_Pictographic}/u.test(icon)) {
    return (
      <span aria-hidden="true" style={{ fontSize: size * 0.85, lineHeight: 1 }}>
        {icon}
      </span>
    );
  }
  const Drawn = named[(icon ?? '').toLowerCase().replace(/^icon-?/, '')] ?? IconFileText;
  return <Drawn size={size} stroke={1.5} aria-hidden="true" />;
}

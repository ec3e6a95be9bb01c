import {
  type Icon,
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
} from '@tabler/icons-react';

/** Without the properties that objects inherit, such as constructor. */
const iconsByName: Partial<Record<string, Icon>> = Object.assign(Object.create(null) as object, {
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
});

export const iconNames: readonly string[] = Object.keys(iconsByName);

/** Renders a category's icon, which is free text: an emoji, the name of an icon, or anything else, shown as a page. */
export function CategoryIcon({ icon, size }: { icon: string | null | undefined; size: number }) {
  if (icon && /\p{Extended_Pictographic}/u.test(icon)) {
    return (
      <span aria-hidden="true" style={{ fontSize: size * 0.85, lineHeight: 1 }}>
        {icon}
      </span>
    );
  }
  const name = (icon ?? '').toLowerCase().replace(/^icon-?/, '');
  const Drawn = iconsByName[name] ?? IconFileText;
  return <Drawn size={size} stroke={1.5} aria-hidden="true" />;
}

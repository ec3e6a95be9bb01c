import { IconShare } from '@tabler/icons-react';
import { shareLinks as text } from '../../messages/share-links';
import { MenuItem } from '../../ui/menu';

/** Opens the dialog of share links, which its caller renders beside the menu. */
export function ShareMenuItem({ onSelect }: { onSelect: () => void }) {
  return (
    <MenuItem icon={<IconShare size={16} aria-hidden="true" />} onSelect={onSelect}>
      {text.action}
    </MenuItem>
  );
}

import { IconX } from '@tabler/icons-react';
import { listFilters } from '../../messages/list-filters';
import { Button } from '../../ui/button';
import classes from './content-list.module.css';

interface ClearFiltersProps {
  isFiltered: boolean;
  onClear: () => void;
}

/** Hidden rather than absent while no filter is set, so that the layout does not shift. */
export function ClearFilters({ isFiltered, onClear }: ClearFiltersProps) {
  return (
    <Button
      variant="subtle"
      icon={<IconX size={16} aria-hidden="true" />}
      className={isFiltered ? undefined : classes.unfiltered}
      onClick={onClear}
    >
      {listFilters.clearFilters}
    </Button>
  );
}

/** What the results are limited to besides the fields; it comes from a link. */
export function TagFilter({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  return (
    <button type="button" className={classes.tag} aria-label={listFilters.removeTag(tag)} onClick={onRemove}>
      <span className={classes.tagName}>{listFilters.tag(tag)}</span>
      <IconX size={14} aria-hidden="true" />
    </button>
  );
}

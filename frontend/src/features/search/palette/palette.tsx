import { IconCornerDownLeft, IconSearch } from '@tabler/icons-react';
import { type ComponentPropsWithoutRef, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { addRecentSearch } from '../../../lib/recent-searches';
import { searchTexts } from '../../../messages/search';
import { PathLink } from '../../../shared/links';
import { useSession } from '../../../shared/session/session';
import { type BufferedInput, isPaletteShortcut } from '../../../shared/shell/palette-host';
import { useModal } from '../../../ui/dialogs/dialog';
import { getNextOptionIndex } from '../../../ui/option-list';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { isolate } from '../../../ui/isolate';
import { HighlightedText } from '../result-item';
import { type PaletteEntry, usePaletteEntries } from './use-palette-entries';
import classes from './palette.module.css';

const text = searchTexts.palette;

const keys = [
  [['↑', '↓'], text.move],
  [['↵'], text.open],
  [[text.escape], text.close],
] as const;

/** Visible key hints; screen readers announce the keys of listboxes themselves. */
function PaletteKeyHints() {
  return (
    <div className={classes.keys} aria-hidden="true">
      {keys.map(([names, description]) => (
        <span key={description} className={classes.keyHint}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
          {description}
        </span>
      ))}
    </div>
  );
}

interface PaletteOptionProps {
  entry: PaletteEntry;
  id: string;
  isActive: boolean;
  onHover: () => void;
  /** Called for a click and for Enter. */
  onOpen: () => void;
}

function PaletteOption({ entry, id, isActive, onHover, onOpen }: PaletteOptionProps) {
  const { icon: Icon, label, excerpt, kind, href, action, keepsOpen } = entry;
  const common: ComponentPropsWithoutRef<'a'> = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: classes.option,
    // `pointermove` instead of `pointerenter`: content scrolling under a resting pointer must not change the selection.
    onPointerMove: isActive ? undefined : onHover,
  };
  const content = (
    <>
      <Icon size={18} stroke={1.75} aria-hidden="true" className={classes.icon} />
      <span className={classes.text}>
        <span className={classes.label}>
          <HighlightedText parts={label} />
        </span>
        {excerpt && excerpt.length > 0 && (
          <span className={classes.lines}>
            <HighlightedText parts={excerpt} />
          </span>
        )}
      </span>
      {kind && <span className={classes.kind}>{kind}</span>}
      <IconCornerDownLeft size={16} aria-hidden="true" className={classes.enter} />
    </>
  );
  if (href === undefined) {
    return (
      <div
        {...(common as ComponentPropsWithoutRef<'div'>)}
        onClick={() => {
          if (!keepsOpen) onOpen();
          action?.();
        }}
      >
        {content}
      </div>
    );
  }
  return (
    <PathLink {...common} href={href} onOpen={onOpen}>
      {content}
    </PathLink>
  );
}

/** The command palette: search and navigation by keyboard. */
export default function Palette({ bufferedInput, onClose }: { bufferedInput: BufferedInput; onClose: () => void }) {
  const dialog = useModal();
  const { user } = useSession();
  const id = useId();
  const [input, setInput] = useState(bufferedInput.text);
  /** The option chosen by arrow keys or pointer; undefined selects the first one. */
  const [chosen, setChosen] = useState<string>();
  /** Enter was pressed before the titles for the input were loaded. */
  const [isWaiting, setWaiting] = useState(bufferedInput.isSubmitted);
  const trimmedInput = input.trim();
  const { groups, isPending, isNothing } = usePaletteEntries(trimmedInput);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ key }) => key === chosen) ?? entries[0];
  const getEntryId = (entry: PaletteEntry) => `${id}-${entries.indexOf(entry)}`;
  const activeId = active && getEntryId(active);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => {
    if (!isWaiting || isPending || !activeId) return;
    document.getElementById(activeId)?.click();
  }, [isWaiting, isPending, activeId]);

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Tab') {
      // Keeps the focus in the input, from which the options are chosen.
      event.preventDefault();
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      if (isPending && chosen === undefined) setWaiting(true);
      else document.getElementById(getEntryId(active))?.click();
    } else {
      const next = getNextOptionIndex(event.key, active ? entries.indexOf(active) : 0, entries.length, { from: 0 });
      if (next === undefined) return;
      event.preventDefault();
      setChosen(entries[next]?.key);
    }
  };

  return (
    <dialog
      ref={dialog}
      aria-modal="true"
      aria-label={text.label}
      className={classes.palette}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // Clicks on the dialog element itself hit the backdrop.
        if (event.target === event.currentTarget) onClose();
      }}
      onKeyDown={(event) => {
        if (!isPaletteShortcut(event.nativeEvent)) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={classes.head}>
        <IconSearch size={20} stroke={1.75} aria-hidden="true" />
        <input
          data-autofocus
          type="text"
          role="combobox"
          enterKeyHint="go"
          autoComplete="off"
          spellCheck={false}
          aria-label={text.label}
          placeholder={text.placeholder}
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          className={classes.input}
          value={input}
          onChange={(event) => {
            setInput(event.currentTarget.value);
            setChosen(undefined);
            setWaiting(false);
          }}
          onKeyDown={handleKey}
        />
      </div>
      <div role="status">
        {isNothing ? (
          <p className={classes.nothing}>{isolate(text.noResults, trimmedInput)}</p>
        ) : (
          <VisuallyHidden>{text.found(entries.length)}</VisuallyHidden>
        )}
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={text.options} className={classes.list}>
        {groups.map(({ label, entries: own }, index) => (
          <div key={index} role="group" aria-labelledby={`${id}-group-${index}`} className={classes.group}>
            <div id={`${id}-group-${index}`} role="presentation" className={classes.groupLabel}>
              {label}
            </div>
            {own.map((entry) => (
              <PaletteOption
                key={entry.key}
                id={getEntryId(entry)}
                entry={entry}
                isActive={entry === active}
                onHover={() => {
                  setChosen(entry.key);
                }}
                onOpen={() => {
                  if (entry.query !== undefined) addRecentSearch(entry.query, user?.id);
                  onClose();
                }}
              />
            ))}
          </div>
        ))}
      </div>
      <PaletteKeyHints />
    </dialog>
  );
}

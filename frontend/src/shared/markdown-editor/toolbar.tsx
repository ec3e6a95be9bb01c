import { IconMarkdown } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { isApplePlatform } from '../../lib/browser';
import { markdownEditor as text } from '../../messages/markdown-editor';
import { getKeyNames, SOURCE_KEYS, type Tool, type ToolName } from './tools';
import classes from './toolbar.module.css';

function toAriaShortcut(keys: string | undefined): string | undefined {
  return keys?.replace('Mod', isApplePlatform ? 'Meta' : 'Control').replaceAll('-', '+');
}

interface ToolbarProps {
  tools: readonly Tool[];
  /** One row, in which the tools become narrower on small screens. */
  isCompact?: boolean;
  className?: string;
  onRun: (name: ToolName) => void;
  /** Whether all characters of the text are shown; without it, there is no switch. */
  isSource?: boolean;
  onSourceToggle?: () => void;
  onHelp?: () => void;
}

/** A single tab stop; arrow keys move between the tools. */
export function Toolbar({
  tools,
  isCompact = false,
  className,
  onRun,
  isSource,
  onSourceToggle,
  onHelp,
}: ToolbarProps) {
  const [current, setCurrent] = useState(0);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = event.currentTarget.querySelectorAll('button');
    const next = (step + buttons.length) % buttons.length;
    setCurrent(next);
    buttons[next]?.focus();
  };

  return (
    <div
      role="toolbar"
      aria-label={text.toolbar}
      className={className ? `${classes.toolbar} ${className}` : classes.toolbar}
      data-compact={isCompact || undefined}
      onKeyDown={handleKey}
    >
      {tools.map(({ name, icon: ToolIcon, keys, startsGroup }, index) => {
        const label = text.tools[name];
        return (
          <button
            key={name}
            type="button"
            className={classes.tool}
            data-first={startsGroup || undefined}
            aria-label={label}
            aria-keyshortcuts={toAriaShortcut(keys)}
            title={keys ? `${label} (${getKeyNames(keys).join('+')})` : label}
            tabIndex={index === current ? 0 : -1}
            // Keeps the focus in the text, and with it the selection and the on-screen keyboard.
            onMouseDown={(event) => {
              event.preventDefault();
            }}
            onClick={() => {
              setCurrent(index);
              onRun(name);
            }}
          >
            <ToolIcon size={18} stroke={1.75} aria-hidden="true" />
          </button>
        );
      })}
      {onSourceToggle && (
        <button
          type="button"
          className={classes.tool}
          data-last
          aria-label={text.source}
          aria-keyshortcuts={toAriaShortcut(SOURCE_KEYS)}
          aria-pressed={isSource}
          title={`${text.source} (${getKeyNames(SOURCE_KEYS).join('+')})`}
          tabIndex={current === tools.length ? 0 : -1}
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            setCurrent(tools.length);
            onSourceToggle();
          }}
        >
          <IconMarkdown size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      {onHelp && (
        <button
          type="button"
          className={classes.tool}
          aria-label={text.help}
          aria-keyshortcuts="F1"
          title={`${text.help} (F1)`}
          tabIndex={current === tools.length + 1 ? 0 : -1}
          onClick={() => {
            setCurrent(tools.length + 1);
            onHelp();
          }}
        >
          ?
        </button>
      )}
    </div>
  );
}

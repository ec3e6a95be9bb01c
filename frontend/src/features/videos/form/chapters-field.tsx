import { Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconClock, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { formatDuration, parseTime } from '../../../lib/time';
import { videoForm as text } from '../../../messages/videos';
import { Button, IconButton } from '../../../ui/button';
import { Tooltip } from '../../../ui/tooltip';
import { useHasTime, usePlayback } from '../player/playback';
import { type ChapterValues, createChapter, getChapterStart } from './video-values';
import classes from './video-form.module.css';

const ICON = 16;

/** Exchanges what two chapters say; their times stay, because chapters are in the order of their times. */
function swapTexts(chapters: readonly ChapterValues[], from: number, to: number): ChapterValues[] {
  const [first, second] = [chapters[from], chapters[to]];
  if (!first || !second) return [...chapters];
  return chapters.map((chapter, index) => {
    if (index === from) return { ...second, start: first.start };
    return index === to ? { ...first, start: second.start } : chapter;
  });
}

/** Pressed before the player has a time, it would replace the start by 0:00. */
function TakeTimeButton({ number, onTake }: { number: number; onTake: (start: string) => void }) {
  const playback = usePlayback();
  const hasTime = useHasTime();
  const take = () => {
    if (playback.hasTime()) onTake(formatDuration(playback.getTime()));
  };
  const renderButton = (describedBy?: string) => (
    <IconButton
      isFramed
      aria-label={text.takeTime(number)}
      aria-describedby={describedBy}
      aria-disabled={!hasTime}
      onClick={take}
    >
      <IconClock size={ICON} aria-hidden="true" />
    </IconButton>
  );
  return hasTime ? (
    renderButton()
  ) : (
    <Tooltip text={text.noTimeYet} align="end">
      {renderButton}
    </Tooltip>
  );
}

interface ChapterRowProps {
  chapter: ChapterValues;
  number: number;
  /** Of the sentence that says what a start can be. */
  hintId: string;
  isFirst: boolean;
  isLast: boolean;
  /** Whether there is a player to take the time from. */
  hasPlayer: boolean;
  /** Of the video, in seconds; null while it is unknown. */
  duration: number | null;
  onChange: (changes: Partial<ChapterValues>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function ChapterRow({ chapter, number, onChange, onMove, onRemove, ...props }: ChapterRowProps) {
  const { hintId, isFirst, isLast, hasPlayer, duration } = props;
  const lateId = useId();
  const isLate = duration !== null && getChapterStart(chapter) >= duration;
  return (
    <li className={classes.chapter}>
      <fieldset className={classes.chapterFields} aria-describedby={isLate ? `${hintId} ${lateId}` : hintId}>
        <legend className={classes.chapterLegend}>{text.chapter(number)}</legend>
        <div className={classes.chapterStart}>
          <TextInput
            label={text.chapterStart}
            placeholder="0:00"
            value={chapter.start}
            onChange={(event) => {
              onChange({ start: event.currentTarget.value });
            }}
            onBlur={() => {
              // Shows what the time means; what is no time becomes 0.
              onChange({ start: formatDuration(parseTime(chapter.start) ?? 0) });
            }}
          />
          {hasPlayer && (
            <TakeTimeButton
              number={number}
              onTake={(start) => {
                onChange({ start });
              }}
            />
          )}
        </div>
        {isLate && (
          <p id={lateId} role="status" className={classes.chapterNote}>
            {text.chapterAfterEnd(formatDuration(duration))}
          </p>
        )}
        <TextInput
          label={text.chapterTitle}
          className={classes.chapterTitle}
          value={chapter.title}
          data-chapter-title
          onChange={(event) => {
            onChange({ title: event.currentTarget.value });
          }}
        />
        <Textarea
          label={text.chapterDescription}
          className={classes.chapterDescription}
          autosize
          minRows={1}
          maxRows={4}
          value={chapter.description}
          onChange={(event) => {
            onChange({ description: event.currentTarget.value });
          }}
        />
        <div className={classes.chapterActions}>
          <IconButton
            aria-label={text.moveUp(number)}
            disabled={isFirst}
            onClick={() => {
              onMove(-1);
            }}
          >
            <IconArrowUp size={ICON} aria-hidden="true" />
          </IconButton>
          <IconButton
            aria-label={text.moveDown(number)}
            disabled={isLast}
            onClick={() => {
              onMove(1);
            }}
          >
            <IconArrowDown size={ICON} aria-hidden="true" />
          </IconButton>
          <IconButton aria-label={text.removeChapter(number)} onClick={onRemove}>
            <IconTrash size={ICON} aria-hidden="true" />
          </IconButton>
        </div>
      </fieldset>
    </li>
  );
}

interface ChaptersFieldProps {
  value: ChapterValues[];
  error: ReactNode;
  hasPlayer: boolean;
  duration: number | null;
  onChange: (chapters: ChapterValues[]) => void;
}

/** The chapters of a video: added, removed and reordered. */
export function ChaptersField({ value, error, hasPlayer, duration, onChange }: ChaptersFieldProps) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const shouldFocusLast = useRef(false);
  const playback = usePlayback();
  useEffect(() => {
    if (!shouldFocusLast.current) return;
    shouldFocusLast.current = false;
    [...(list.current?.querySelectorAll<HTMLElement>('[data-chapter-title]') ?? [])].at(-1)?.focus();
  }, [value.length]);
  const add = () => {
    shouldFocusLast.current = true;
    const isFirst = value.length === 0;
    onChange([...value, createChapter(formatDuration(hasPlayer && !isFirst ? playback.getTime() : 0))]);
  };
  return (
    <section aria-labelledby={`${id}-label`} className={classes.section}>
      <h2 id={`${id}-label`} className={classes.label}>
        {text.chapters}
      </h2>
      <p id={`${id}-hint`} className={classes.hint}>
        {value.length === 0 ? text.noChapters : text.chapterStartHint}
      </p>
      {value.length > 0 && (
        <ol ref={list} className={classes.chapters}>
          {value.map((chapter, index) => (
            <ChapterRow
              key={chapter.key}
              chapter={chapter}
              number={index + 1}
              hintId={`${id}-hint`}
              isFirst={index === 0}
              isLast={index === value.length - 1}
              hasPlayer={hasPlayer}
              duration={duration}
              onChange={(changes) => {
                onChange(value.map((one, at) => (at === index ? { ...one, ...changes } : one)));
              }}
              onMove={(by) => {
                onChange(swapTexts(value, index, index + by));
              }}
              onRemove={() => {
                onChange(value.filter((_, at) => at !== index));
                addButton.current?.focus();
              }}
            />
          ))}
        </ol>
      )}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <Button
        ref={addButton}
        variant="default"
        size="sm"
        isRepeatable
        className={classes.add}
        icon={<IconPlus size={ICON} aria-hidden="true" />}
        onClick={add}
      >
        {text.addChapter}
      </Button>
    </section>
  );
}

import { type Change, presentableDiff } from '@codemirror/merge';
import { type ReactNode, useId, useState } from 'react';
import classes from './compare.module.css';

/** A field as display text, before and after. */
export interface ComparedField {
  name: string;
  label: string;
  before: string;
  after: string;
  /** A text of many lines, whose changes are compared one by one. */
  isText?: boolean;
}

/** The changed words of a side, marked unless all of it is changed. */
function markWords(text: string, ranges: readonly (readonly [from: number, to: number])[]): ReactNode {
  const [first] = ranges;
  if (ranges.length === 1 && first && first[1] - first[0] === text.length) return text;
  const ends = [0, ...ranges.map(([, to]) => to)];
  return [
    ...ranges.map(([from, to], index) => (
      <span key={from}>
        {text.slice(ends[index], from)}
        <mark>{text.slice(from, to)}</mark>
      </span>
    )),
    text.slice(ends.at(-1)),
  ];
}

const toRangesBefore = (changes: readonly Change[]) =>
  changes.filter(({ fromA, toA }) => fromA < toA).map(({ fromA, toA }) => [fromA, toA] as const);
const toRangesAfter = (changes: readonly Change[]) =>
  changes.filter(({ fromB, toB }) => fromB < toB).map(({ fromB, toB }) => [fromB, toB] as const);

interface FieldDiffProps extends ComparedField {
  beforeLabel: ReactNode;
  afterLabel: string;
  /** Lets the user choose a side; `after` is chosen first. */
  onChoose?: ((takesBefore: boolean) => void) | undefined;
}

/** A short field: the old value above the new one. */
export function FieldDiff({ label, before, after, beforeLabel, afterLabel, onChoose }: FieldDiffProps) {
  const [takesBefore, setTakesBefore] = useState(false);
  const name = useId();
  const changes = presentableDiff(before, after);
  const sides = [
    { kind: 'removed', title: beforeLabel, Mark: 'del', value: markWords(before, toRangesBefore(changes)) },
    { kind: 'added', title: afterLabel, Mark: 'ins', value: markWords(after, toRangesAfter(changes)) },
  ] as const;
  if (!onChoose) {
    return (
      <section aria-label={label}>
        <h3 className={classes.part}>{label}</h3>
        {sides.map(({ kind, title, Mark, value }) => (
          <p key={kind} className={classes.side} data-kind={kind}>
            <span>
              {title}: <Mark>{value}</Mark>
            </span>
          </p>
        ))}
      </section>
    );
  }
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.part}>{label}</legend>
      {sides.map(({ kind, title, Mark, value }) => (
        <label key={kind} className={`${classes.side} ${classes.choice}`} data-kind={kind}>
          <input
            type="radio"
            name={name}
            checked={takesBefore === (kind === 'removed')}
            onChange={() => {
              setTakesBefore(kind === 'removed');
              onChoose(kind === 'removed');
            }}
          />{' '}
          {title}: <Mark>{value}</Mark>
        </label>
      ))}
    </fieldset>
  );
}

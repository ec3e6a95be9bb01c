import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { roleTexts } from '../../../../messages/en-roles';
import { required } from '../../../../ui/required';
import classes from './list.module.css';
import { roleNameFrom } from './role-name';

const text = roleTexts.roles;

interface RoleNameFieldProps {
  value?: string;
  error?: ReactNode;
  onChange?: (name: string) => void;
}

/** The internal name, brought into its form while it is typed; the caret stays where somebody types. */
export function RoleNameField({ value = '', error, onChange }: RoleNameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);
  return (
    <TextInput
      ref={input}
      data-autofocus
      label={text.name}
      description={text.nameHint}
      {...required}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.name }}
      value={value}
      error={error}
      onChange={({ currentTarget }) => {
        const { value: typed, selectionStart } = currentTarget;
        caret.current = roleNameFrom(typed.slice(0, selectionStart ?? typed.length)).length;
        onChange?.(roleNameFrom(typed));
      }}
    />
  );
}

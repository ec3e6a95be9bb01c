import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { roleTexts } from '../../../../messages/en-roles';
import { requiredProps } from '../../../../ui/required-props';
import classes from './list.module.css';
import { normalizeRoleName } from './role-name';

const text = roleTexts.roles;

interface RoleNameFieldProps {
  value?: string;
  error?: ReactNode;
  onChange?: (name: string) => void;
}

/** The internal name, normalized while typing without moving the caret. */
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
      {...requiredProps}
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.name }}
      value={value}
      error={error}
      onChange={({ currentTarget }) => {
        const { value: rawName, selectionStart } = currentTarget;
        caret.current = normalizeRoleName(rawName.slice(0, selectionStart ?? rawName.length)).length;
        onChange?.(normalizeRoleName(rawName));
      }}
    />
  );
}

import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { profile } from '../../../messages/profile';
import { Editor } from '../../../shared/markdown-editor/editor';

const text = profile.form;

interface SignatureFieldProps {
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}

/** The signature in the editor, which shows it as readers see it. */
export function SignatureField({ value, error, onChange }: SignatureFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <Input.Wrapper
      id={id}
      label={text.signature}
      description={text.signatureHint}
      descriptionProps={{ id: hintId }}
      error={error}
      errorProps={{ id: errorId }}
    >
      <Editor
        id={id}
        size="signature"
        label={text.signature}
        value={value}
        onChange={onChange}
        isInvalid={Boolean(error)}
        describedBy={error ? `${errorId} ${hintId}` : hintId}
      />
    </Input.Wrapper>
  );
}

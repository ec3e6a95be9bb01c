import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { writing } from '../../../messages/writing';
import { Button } from '../../../ui/button';
import { DocumentImport } from './document-import';

interface ImportButtonProps {
  /** A running import continues while the button is hidden. */
  isShown: boolean;
}

/** Imports documents instead of writing one. */
export function ImportButton({ isShown }: ImportButtonProps) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      {isShown && (
        <Button
          variant="default"
          size="sm"
          icon={<IconUpload size={16} aria-hidden="true" />}
          onClick={() => {
            setChoosing(true);
          }}
        >
          {writing.transfer.importMarkdown}
        </Button>
      )}
      <DocumentImport
        isChoosing={isChoosing}
        onClose={() => {
          setChoosing(false);
        }}
      />
    </>
  );
}

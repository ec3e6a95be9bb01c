import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { writing } from '../../../messages/writing';
import { Button } from '../../../ui/button';
import { DocumentImport } from './document-import';

/** Imports documents instead of writing one. */
export function ImportButton() {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
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
      <DocumentImport
        isChoosing={isChoosing}
        onClose={() => {
          setChoosing(false);
        }}
      />
    </>
  );
}

import { IconTemplate } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { updateDocument } from '../../../api/generated/documents-writing/documents-writing';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { getErrorText } from '../../../api/problem';
import { templates as text } from '../../../messages/templates';
import { updateDocumentCache } from '../../../shared/content/document-cache';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import { MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast/toast';

/** Makes a document a template, or a template a document. */
export function useTemplateChange({ id, is_template: isTemplate = false }: DocumentResponse) {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: () => updateDocument(id, { is_template: !isTemplate }),
    onSuccess: async (changed) => {
      await updateDocumentCache(queryClient, changed);
      toast(changed.is_template ? text.made : text.unmade, { subject: id });
    },
    onError: (error) => void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) }),
  });
}

interface TemplateMenuItemProps {
  document: DocumentResponse;
  onSelect: () => void;
}

export function TemplateMenuItem({ document, onSelect }: TemplateMenuItemProps) {
  return (
    <MenuItem icon={<IconTemplate size={16} aria-hidden="true" />} onSelect={onSelect}>
      {document.is_template ? text.unmake : text.make}
    </MenuItem>
  );
}

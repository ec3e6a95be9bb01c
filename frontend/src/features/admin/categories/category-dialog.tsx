import { useQueryClient } from '@tanstack/react-query';
import {
  compareReadersOfRules,
  createCategory,
  getCategoryAccess,
  updateCategory,
} from '../../../api/generated/categories/categories';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { categoryTexts as text } from '../../../messages/admin';
import { CategoryFormDialog } from '../../../shared/categories/form/category-form-dialog';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { toast } from '../../../ui/toast/toast';

interface CategoryDialogProps {
  /** The category to edit; absent to create one. */
  category?: CategoryResponse;
  categories: readonly CategoryResponse[];
  onClose: () => void;
}

export function CategoryDialog({ category, categories, onClose }: CategoryDialogProps) {
  const queryClient = useQueryClient();
  return (
    <CategoryFormDialog
      texts={text}
      category={category}
      categories={categories}
      submit={(request) => (category ? updateCategory(category.id, request) : createCategory(request))}
      access={{ load: (id) => getCategoryAccess(id), compare: compareReadersOfRules }}
      onSaved={() => refreshDocumentLists(queryClient)}
      showSuccess={() => {
        toast(category ? text.updated : text.created);
      }}
      onClose={onClose}
    />
  );
}

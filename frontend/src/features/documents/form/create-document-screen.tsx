import { Link, useNavigate } from '@tanstack/react-router';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, use, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentSummaryResponse } from '../../../api/generated/model/documentSummaryResponse';
import { usePageTitle } from '../../../lib/page';
import { writing } from '../../../messages/writing';
import { getItemParam } from '../../../shared/links';
import { useSession } from '../../../shared/session/session';
import { PageHeading } from '../../../ui/page-heading';
import { findDraft, getDraftScope, type RestoredDraft } from '../../editing/drafts/draft-store';
import { FormSkeleton } from '../../editing/form-skeleton';
import type { EditingOptions } from '../../editing/use-item-editing';
import { fillTemplate } from './fill-template';
import { findTemplates } from './template-queries';
import { ImportButton } from '../transfer/import-button';
import { DocumentForm } from './document-form';
import type { NewPageParent } from './use-save-request';
import { emptyValues, type DocumentValues } from './document-values';

const text = writing.form;

type Options = EditingOptions<DocumentValues, DocumentResponse>;

// Most hubs and visits need none.
const TemplateChooser = lazy(() => import('./template-chooser'));

interface Beginning {
  draft: RestoredDraft<DocumentValues> | undefined;
  /** None where a draft is restored. */
  templates: readonly DocumentSummaryResponse[];
}

type NewDocumentProps = Pick<Options, 'stored' | 'existing' | 'scope' | 'onContinueEditing'> & {
  parent: NewPageParent | undefined;
  beginning: Promise<Beginning>;
  author: string;
};

function NewDocument({ beginning, stored, author, ...rest }: NewDocumentProps) {
  const { draft, templates } = use(beginning);
  const [chosen, setChosen] = useState(templates.length ? undefined : stored);
  if (chosen) return <DocumentForm draft={draft} stored={chosen} {...rest} />;
  return (
    <TemplateChooser
      templates={templates}
      onChoose={(template) => {
        const { title, category_id: categoryId } = stored;
        setChosen(template ? fillTemplate(template, { title, categoryId, author, now: new Date() }) : stored);
      }}
    />
  );
}

async function findBeginning(queryClient: QueryClient, userId: string, stored: DocumentValues): Promise<Beginning> {
  const templates = findTemplates(queryClient, stored.category_id);
  const draft = await findDraft(getDraftScope(userId), stored);
  return { draft, templates: draft ? [] : await templates };
}

interface CreateDocumentScreenProps {
  title?: string | undefined;
  categoryId?: string | undefined;
  /** A page of that category, which the document is created below. */
  parentId?: string | undefined;
}

/**
 * A draft in this browser takes precedence over templates and the suggested title and category. After the first save,
 * which happens by itself, the form continues as that document's form without a reload: cursor, undo history and scroll
 * position stay.
 */
export function CreateDocumentScreen({ title = '', categoryId = '', parentId }: CreateDocumentScreenProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [created, setCreated] = useState<DocumentResponse>();
  // Read once: a session that ends meanwhile does not affect the form.
  const [userId] = useState(user?.id ?? '');
  const [stored] = useState<DocumentValues>({ ...emptyValues, title, category_id: categoryId });
  const queryClient = useQueryClient();
  const [beginning] = useState(() => findBeginning(queryClient, userId, stored));
  usePageTitle(created ? text.editPage(created.title) : text.createTitle);

  const stay = (document: DocumentResponse) => {
    setCreated(document);
    // The address is that of the document's form, which a reload, or navigating back, opens. This form stays mounted.
    const mask = { to: '/docs/$id/edit', params: { id: document.id }, unmaskOnReload: true } as const;
    const search = { saved: document.id };
    void navigate({ to: '/docs/create', search, mask, replace: true, resetScroll: false, ignoreBlocker: true });
  };
  return (
    <>
      <PageHeading isSmall title={created ? text.editTitle : text.createTitle}>
        {created && (
          <Link to="/docs/$id" params={{ id: getItemParam(created) }}>
            {text.viewDocument}
          </Link>
        )}
        <ImportButton isShown={!created} />
      </PageHeading>
      <Suspense fallback={<FormSkeleton />}>
        <NewDocument
          stored={stored}
          beginning={beginning}
          author={user?.name ?? ''}
          parent={parentId && categoryId ? { id: parentId, categoryId } : undefined}
          existing={created}
          scope={getDraftScope(userId, created?.id)}
          onContinueEditing={stay}
        />
      </Suspense>
    </>
  );
}

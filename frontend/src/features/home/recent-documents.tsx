import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messages } from '../../messages/en';
import { CardGrid } from '../../shared/content/card-grid';
import { DocumentCard } from '../../shared/content/document-card';
import classes from './home.module.css';
import { recentDocumentsQuery } from './queries';

export function RecentDocuments() {
  const { data: documents } = useSuspenseQuery(recentDocumentsQuery);
  return (
    <section>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{messages.home.recent}</h2>
        <Link to="/docs">{messages.home.allDocuments}</Link>
      </div>
      {documents.length === 0 ? (
        <p className={classes.nothing}>{messages.home.noDocuments}</p>
      ) : (
        <CardGrid>
          {documents.map((document) => (
            <DocumentCard key={document.id} document={document} />
          ))}
        </CardGrid>
      )}
    </section>
  );
}

import { Link } from '@tanstack/react-router';
import { forum } from '../../messages/forum';
import { RestrictedLock, type RestrictedMarkProps } from '../../shared/categories/restricted-mark';
import classes from '../../shared/content/item-meta.module.css';

interface BreadcrumbCategory {
  id: string;
  name: string;
  /** Unknown of a category above that of a thread. */
  limits?: RestrictedMarkProps['category'];
}

/** Links to the forum's home and to the categories above the page. */
export function ForumBreadcrumb({ categories }: { categories: readonly BreadcrumbCategory[] }) {
  return (
    <nav aria-label={forum.breadcrumb} className={classes.breadcrumb}>
      <Link to="/community" activeProps={{}}>
        {forum.title}
      </Link>
      {categories.map(({ id, name, limits }) => (
        <Link key={id} to="/community/category/$id" params={{ id }} activeProps={{}}>
          {name}
          {limits && <RestrictedLock category={limits} />}
        </Link>
      ))}
    </nav>
  );
}

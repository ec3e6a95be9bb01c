import { IconClock, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clearRecentSearches, getRecentSearches } from '../../lib/recent-searches';
import { searchTexts } from '../../messages/en-search';
import { Button } from '../../ui/button';
import { StateView } from '../../ui/state-view';
import { AllCategories } from './category-chips';
import classes from './search-start.module.css';

const text = searchTexts.start;

const tips = [
  [text.phrase, text.phraseText],
  [text.without, text.withoutText],
  [text.or, text.orText],
] as const;

function RecentSearches({ userId }: { userId: string | undefined }) {
  const [queries, setQueries] = useState(() => getRecentSearches(userId));
  if (queries.length === 0) return null;
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{text.recent}</h2>
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            clearRecentSearches();
            setQueries([]);
          }}
        >
          {text.forget}
        </Button>
      </div>
      <ul className={classes.chips}>
        {queries.map((q) => (
          <li key={q}>
            <Link to="/search" search={{ q }} preload={false} className={classes.chip}>
              <IconClock size={16} aria-hidden="true" />
              <span>{q}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown before the first search: recent searches, categories and search tips. */
export function SearchStart({ userId }: { userId: string | undefined }) {
  return (
    <div className={classes.start}>
      <StateView icon={<IconSearch size={24} />} title={text.title} text={text.text} />
      <RecentSearches key={userId} userId={userId} />
      <AllCategories />
      <section className={classes.section}>
        <h2 className={classes.heading}>{text.tips}</h2>
        <dl className={classes.tips}>
          {tips.map(([sample, meaning]) => (
            <div key={sample} className={classes.searchTip}>
              <dt>
                <code>{sample}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

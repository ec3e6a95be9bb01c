import { IconClock, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetSearches, recentSearches } from '../../lib/recent-searches';
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

function RecentSearches({ who }: { who: string | undefined }) {
  const [queries, setQueries] = useState(() => recentSearches(who));
  if (queries.length === 0) return null;
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{text.recent}</h2>
        <Button
          look="quiet"
          size="sm"
          onClick={() => {
            forgetSearches();
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

/** Before anything is searched for: what can be found here, and ways in. */
export function SearchStart({ who }: { who: string | undefined }) {
  return (
    <div className={classes.start}>
      <StateView icon={<IconSearch size={24} />} title={text.title} text={text.text} />
      <RecentSearches key={who} who={who} />
      <AllCategories />
      <section className={classes.section}>
        <h2 className={classes.heading}>{text.tips}</h2>
        <dl className={classes.tips}>
          {tips.map(([sample, meaning]) => (
            <div key={sample} className={classes.tip}>
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

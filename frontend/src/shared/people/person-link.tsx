import { Link } from '@tanstack/react-router';
import { Avatar } from '../../ui/avatar';
import classes from './person-link.module.css';

interface PersonLinkProps {
  id: string;
  name: string;
  /** Absent where a name alone will do; null for people without a picture of themselves. */
  avatar?: string | null;
}

/** Somebody, leading to their profile. */
export function PersonLink({ id, name, avatar }: PersonLinkProps) {
  return (
    <Link to="/user/$id" params={{ id }} preload={false} className={classes.person}>
      {avatar !== undefined && <Avatar name={name} src={avatar} size="tiny" />}
      {name}
    </Link>
  );
}

import { Link } from '@tanstack/react-router';
import { Avatar } from '../../ui/avatar';
import classes from './user-link.module.css';

interface UserLinkProps {
  id: string;
  name: string;
  /** Absent for a link without an avatar; null for users without an image. */
  avatar?: string | null;
}

/** A user's name as a link to their profile. */
export function UserLink({ id, name, avatar }: UserLinkProps) {
  return (
    <Link to="/user/$id" params={{ id }} preload={false} className={classes.user}>
      {avatar !== undefined && <Avatar name={name} src={avatar} size="xs" />}
      {name}
    </Link>
  );
}

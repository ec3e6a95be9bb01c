import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { addGroupMembers, removeGroupMember } from '../../../api/generated/groups/groups';
import type { GroupMemberResponse } from '../../../api/generated/model/groupMemberResponse';
import type { GroupResponse } from '../../../api/generated/model/groupResponse';
import { getErrorText } from '../../../api/problem';
import { groupTexts } from '../../../messages/groups';
import { LoadError } from '../../../shared/errors/load-error';
import { groupsKey } from '../../../shared/groups/queries';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Avatar } from '../../../ui/avatar';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { comboboxAttributes, getNextOptionIndex, OptionList } from '../../../ui/option-list';
import { ListSkeleton } from '../../../ui/skeleton';
import '../../../ui/styles/forms';
import { Pager } from '../../../ui/table';
import { toast } from '../../../ui/toast/toast';
import classes from './groups.module.css';
import { candidatesQuery, MEMBERS_PAGE_SIZE, membersKey, membersQuery } from './queries';

const text = groupTexts.members;
const DEBOUNCE_MS = 200;

type Person = Pick<GroupMemberResponse, 'id' | 'name'>;

/** Adds and removes one person at a time. */
function useMembers(groupId: string) {
  const queryClient = useQueryClient();
  const change = useActionMutation({
    mutationFn: ({ person, isAdded }: { person: Person; isAdded: boolean }) =>
      isAdded ? addGroupMembers(groupId, { user_ids: [person.id] }) : removeGroupMember(groupId, person.id),
    onSuccess: (_result, { person, isAdded }) => {
      toast(isAdded ? text.added(person.name) : text.removed(person.name), { subject: person.id });
    },
    onSettled: () => refreshQueries(queryClient, membersKey(groupId), groupsKey),
  });
  const { variables, error, isError } = change;
  const failed = variables && (variables.isAdded ? text.addFailed : text.removeFailed)(variables.person.name);
  return { ...change, failure: isError ? { text: failed ?? '', detail: getErrorText(error, '') } : undefined };
}

/** A field that suggests people by name, address or handle. */
function PersonField({ onSelect }: { onSelect: (person: Person) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const { data } = useQuery({ ...candidatesQuery(search), placeholderData: keepPreviousData });
  const options = isOpen && typed.trim() !== '' ? (data?.items ?? []) : [];
  const select = (person: Person | undefined) => {
    if (!person) return;
    setTyped('');
    setActive(0);
    onSelect(person);
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = getNextOptionIndex(event.key, active, options.length, { from: 0 });
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter') select(options[active]);
    else if (event.key === 'Escape' && options.length > 0) setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.person}>
      <TextInput
        id={id}
        data-autofocus
        role="combobox"
        autoComplete="off"
        label={text.add}
        placeholder={text.addPlaceholder}
        aria-expanded={options.length > 0}
        {...comboboxAttributes(id, options.length > 0 ? active : -1)}
        leftSection={<IconUserPlus size={16} aria-hidden="true" />}
        value={typed}
        onKeyDown={handleKey}
        onBlur={() => {
          setOpen(false);
        }}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
      />
      <OptionList
        id={id}
        label={text.found}
        options={options}
        getKey={(user) => user.id}
        activeIndex={active}
        onSelect={select}
        className={classes.people}
      >
        {(user) => (
          <>
            <Avatar name={user.name} src={user.avatar_url} size="xs" />
            <span className={classes.memberName}>
              <bdi>{user.name}</bdi> <span className={classes.handle}>@{user.handle}</span>
            </span>
          </>
        )}
      </OptionList>
    </div>
  );
}

interface MemberListProps {
  group: GroupResponse;
  onRemove?: (person: Person) => void;
}

function MemberList({ group, onRemove }: MemberListProps) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({ ...membersQuery(group.id, page), placeholderData: keepPreviousData });
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={3} rowHeight="2.25rem" />
    );
  }
  if (data.total === 0) return <p className={classes.note}>{text.none}</p>;
  return (
    <div>
      <ul className={classes.members} aria-label={text.openNamed(group.name)}>
        {data.items.map((member) => (
          <li key={member.id} className={classes.member}>
            <Avatar name={member.name} src={member.avatar_url} size="xs" />
            <span className={classes.memberName}>
              <bdi>{member.name}</bdi> <span className={classes.handle}>@{member.handle}</span>
            </span>
            {onRemove && (
              <Button
                variant="default"
                size="sm"
                aria-label={text.removeNamed(member.name)}
                onClick={() => {
                  onRemove(member);
                }}
              >
                {text.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.total > MEMBERS_PAGE_SIZE && (
        <Pager page={page} pageSize={MEMBERS_PAGE_SIZE} total={data.total} onPage={setPage} />
      )}
    </div>
  );
}

export function MembersDialog({ group, onClose }: { group: GroupResponse; onClose: () => void }) {
  const members = useMembers(group.id);
  const content = useRef<HTMLDivElement>(null);
  const isChosen = group.source === 'hub';
  return (
    <Dialog title={<bdi>{text.title(group.name)}</bdi>} text={isChosen ? text.text : text.issuerText} onClose={onClose}>
      <div ref={content} className={classes.form}>
        {isChosen && (
          <PersonField
            onSelect={(person) => {
              members.mutate({ person, isAdded: true });
            }}
          />
        )}
        {members.failure && <FormError {...members.failure} />}
        <MemberList
          group={group}
          {...(isChosen && {
            onRemove: (person) => {
              // The button that had the focus goes with its row.
              content.current?.querySelector('input')?.focus();
              members.mutate({ person, isAdded: false });
            },
          })}
        />
        <DialogActions>
          <Button onClick={onClose}>{text.done}</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

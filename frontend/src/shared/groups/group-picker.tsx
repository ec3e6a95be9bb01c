import { Input } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { GROUP_NAME_MAX } from '@hub/shared/limits';
import { createGroup } from '../../api/generated/groups/groups';
import type { NamedGroupResponse } from '../../api/generated/model/namedGroupResponse';
import { getErrorText } from '../../api/problem';
import { groupTexts } from '../../messages/groups';
import { comboboxAttributes, getNextOptionIndex, OptionList } from '../../ui/option-list';
import '../../ui/styles/forms';
import { toast } from '../../ui/toast/toast';
import { refreshQueries } from '../query-client';
import { useCan } from '../session/session';
import { useActionMutation } from '../use-action-mutation';
import classes from './group-picker.module.css';
import { groupOptionsQuery, groupsKey } from './queries';

const text = groupTexts.picker;
const DEBOUNCE_MS = 150;

type Option = { kind: 'group'; group: NamedGroupResponse } | { kind: 'new'; name: string };

interface GroupPickerProps {
  label: string;
  description?: ReactNode;
  value: readonly NamedGroupResponse[];
  /** Whether a group of the issuer may be chosen, whose members nobody can choose. */
  canChoose?: (group: { source: string }) => boolean;
  onChange: (groups: NamedGroupResponse[]) => void;
}

/** The groups that match what is typed, and last a new group of that name, for those who may make one. */
function useGroupOptions(
  typed: string,
  isOpen: boolean,
  { value, canChoose = () => true }: Pick<GroupPickerProps, 'value' | 'canChoose'>,
): Option[] {
  const canCreate = useCan('users.manage');
  const [search] = useDebouncedValue(typed, DEBOUNCE_MS);
  const { data } = useQuery({
    ...groupOptionsQuery(search),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
  if (!isOpen) return [];
  const chosen = new Set(value.map(({ id }) => id));
  const isNew = data && !data.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return [
    ...(data ?? [])
      .filter((group) => !chosen.has(group.id) && canChoose(group))
      .map((group): Option => ({ kind: 'group', group })),
    ...(canCreate && isNew && typed !== '' && typed.length <= GROUP_NAME_MAX && search === typed
      ? [{ kind: 'new', name: typed } as const]
      : []),
  ];
}

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className={classes.chip}>
      <bdi>{name}</bdi>
      <button type="button" className={classes.remove} aria-label={text.removeNamed(name)} onClick={onRemove}>
        <IconX size={12} aria-hidden="true" />
      </button>
    </span>
  );
}

/** Groups as chips, with a field that finds others, or makes one. */
export function GroupPicker({ label, description, value, canChoose, onChange }: GroupPickerProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setActive] = useState(0);
  const options = useGroupOptions(typed.trim(), isOpen, { value, ...(canChoose && { canChoose }) });
  // The list can become shorter while its user goes through it.
  const active = Math.max(0, Math.min(chosen, options.length - 1));
  const add = ({ id: groupId, name }: NamedGroupResponse) => {
    onChange([...value, { id: groupId, name }]);
  };
  const creating = useActionMutation({
    mutationFn: (name: string) => createGroup({ name }),
    onSuccess: (group) => {
      add(group);
      toast(groupTexts.createdFromPicker(group.name));
      return refreshQueries(queryClient, groupsKey);
    },
  });
  const select = (option: Option | undefined) => {
    if (!option) return;
    setTyped('');
    setActive(0);
    setOpen(false);
    if (option.kind === 'group') add(option.group);
    else creating.mutate(option.name);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      // It would submit the form.
      event.preventDefault();
      select(options[active]);
    } else if (event.key === 'Backspace' && typed === '') {
      onChange(value.slice(0, -1));
    } else if (event.key === 'Escape' && options.length > 0) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === 'ArrowDown' && !isOpen) {
      event.preventDefault();
      setOpen(true);
    } else {
      const next = getNextOptionIndex(event.key, active, options.length, { from: 0 });
      if (next === undefined) return;
      event.preventDefault();
      setActive(next);
    }
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={creating.isError && getErrorText(creating.error, groupTexts.createFailed)}
    >
      <div className={classes.field}>
        {value.map((group) => (
          <Chip
            key={group.id}
            name={group.name}
            onRemove={() => {
              onChange(value.filter((other) => other.id !== group.id));
            }}
          />
        ))}
        <input
          id={id}
          role="combobox"
          autoComplete="off"
          aria-expanded={options.length > 0}
          aria-busy={creating.isPending}
          {...comboboxAttributes(id, options.length > 0 ? active : -1)}
          className={classes.input}
          placeholder={creating.isPending ? text.creating : text.placeholder}
          value={typed}
          onKeyDown={handleKey}
          onClick={() => {
            setOpen(true);
          }}
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
          label={text.options}
          options={options}
          getKey={(option) => (option.kind === 'group' ? option.group.id : 'new')}
          activeIndex={active}
          onSelect={select}
          className={classes.list}
        >
          {(option) => (option.kind === 'group' ? <bdi>{option.group.name}</bdi> : text.create(option.name))}
        </OptionList>
      </div>
    </Input.Wrapper>
  );
}

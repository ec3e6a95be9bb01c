import type { GroupResponse } from '../../../api/generated/model/groupResponse';
import { groupTexts as text } from '../../../messages/groups';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Table } from '../../../ui/table';
import classes from './groups.module.css';

export interface GroupActions {
  onEdit: (group: GroupResponse) => void;
  onMembers: (group: GroupResponse) => void;
  onDelete: (group: GroupResponse) => void;
}

function GroupRow({ group, onEdit, onMembers, onDelete }: GroupActions & { group: GroupResponse }) {
  const { name, description, member_count, source } = group;
  return (
    <tr>
      <td data-label={text.name} data-main>
        <div className={classes.name}>
          <bdi>{name}</bdi>
          {description && <p className={classes.description}>{description}</p>}
        </div>
      </td>
      <td data-label={text.members.column}>{text.memberCount(member_count)}</td>
      <td data-label={text.source}>
        <Badge tone={source === 'issuer' ? 'blue' : 'gray'}>{text.sources[source]}</Badge>
      </td>
      <td data-actions>
        <div className={classes.actions}>
          <Button
            variant="default"
            size="sm"
            aria-label={text.members.openNamed(name)}
            onClick={() => {
              onMembers(group);
            }}
          >
            {text.members.open}
          </Button>
          <Button
            variant="default"
            size="sm"
            aria-label={text.editNamed(name)}
            onClick={() => {
              onEdit(group);
            }}
          >
            {text.edit}
          </Button>
          <Button
            variant="default"
            size="sm"
            aria-label={text.remove.labelNamed(name)}
            onClick={() => {
              onDelete(group);
            }}
          >
            {text.remove.label}
          </Button>
        </div>
      </td>
    </tr>
  );
}

export function GroupTable({ groups, ...actions }: GroupActions & { groups: readonly GroupResponse[] }) {
  return (
    <Table columns={[text.name, text.members.column, text.source]}>
      {groups.map((group) => (
        <GroupRow key={group.id} group={group} {...actions} />
      ))}
    </Table>
  );
}

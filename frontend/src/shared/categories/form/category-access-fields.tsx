import { type ReactNode, useId } from 'react';
import type { NamedGroupResponse } from '../../../api/generated/model/namedGroupResponse';
import { formatList } from '../../../lib/message-format';
import { groupTexts } from '../../../messages/groups';
import { RadioGroup } from '../../../ui/radio-group';
import { GroupPicker } from '../../groups/group-picker';
import type { AccessRules } from './access-rules';
import classes from './category-form.module.css';

const text = groupTexts.access;

interface LimitFieldsProps {
  label: string;
  allLabel: string;
  groupsLabel: string;
  /** What it means that no group is chosen. */
  nobody: string;
  value: NamedGroupResponse[] | null;
  onChange: (value: NamedGroupResponse[] | null) => void;
}

/** Everyone, or some groups. */
function LimitFields({ label, allLabel, groupsLabel, nobody, value, onChange }: LimitFieldsProps) {
  return (
    <>
      <RadioGroup
        label={label}
        value={value ? 'only' : 'all'}
        options={[
          { value: 'all', label: allLabel },
          { value: 'only', label: text.only },
        ]}
        onChange={(choice) => {
          onChange(choice === 'only' ? [] : null);
        }}
      />
      {value && (
        <GroupPicker
          label={groupsLabel}
          description={value.length === 0 ? nobody : undefined}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}

interface CategoryAccessFieldsProps {
  area: 'content' | 'forum';
  value: AccessRules;
  /** Names of the categories above that limit this one. */
  limitedBy: readonly string[];
  onChange: (value: AccessRules) => void;
  /** Below the choice of readers. */
  children?: ReactNode;
}

/** Who may read, write and moderate in a category. */
export function CategoryAccessFields({ area, value, limitedBy, onChange, children }: CategoryAccessFieldsProps) {
  const id = useId();
  return (
    <fieldset className={classes.access} aria-describedby={`${id}-help`}>
      <legend className={classes.legend}>{text.title}</legend>
      <p id={`${id}-help`} className={classes.help}>
        {text.help}
      </p>
      {limitedBy.length > 0 && <p className={classes.help}>{text.inherited(formatList(limitedBy))}</p>}
      <LimitFields
        label={text.read}
        allLabel={text.readAll[area]}
        groupsLabel={text.readGroups}
        nobody={text.readNobody}
        value={value.read}
        onChange={(read) => {
          onChange({ ...value, read });
        }}
      />
      {children}
      <LimitFields
        label={text.write}
        allLabel={text.writeAll}
        groupsLabel={text.writeGroups}
        nobody={text.writeNobody}
        value={value.write}
        onChange={(write) => {
          onChange({ ...value, write });
        }}
      />
      <GroupPicker
        label={text.moderators}
        description={text.moderatorsHint[area]}
        value={value.moderate}
        onChange={(moderate) => {
          onChange({ ...value, moderate });
        }}
      />
    </fieldset>
  );
}

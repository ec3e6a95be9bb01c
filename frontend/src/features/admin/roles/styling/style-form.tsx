import { roleTexts } from '../../../../messages/en-roles';
import { Button } from '../../../../ui/button';
import classes from '../roles.module.css';
import { StyleFields } from './style-fields';
import { StylePreview } from './style-preview';
import { useStyleForm, type StyleFormProps } from './use-style-form';

const text = roleTexts.styling;

export function StyleForm(props: StyleFormProps) {
  const { style, draft, onReset } = props;
  const { form, formProps, reset, saving, resetting } = useStyleForm(props);
  const isBusy = saving.isPending || resetting.isPending;
  return (
    <form {...formProps}>
      <div className={classes.columns}>
        <StyleFields form={form} isDisabled={isBusy} />
        <StylePreview role={style.role} values={form.values} />
      </div>
      <div className={classes.actions}>
        <Button type="submit" isLoading={saving.isPending} disabled={isBusy}>
          {text.save}
        </Button>
        <Button variant="default" isLoading={resetting.isPending} disabled={isBusy} onClick={() => void reset()}>
          {text.reset}
        </Button>
        {draft && !isBusy && (
          <Button variant="subtle" onClick={onReset}>
            {roleTexts.discard}
          </Button>
        )}
      </div>
    </form>
  );
}

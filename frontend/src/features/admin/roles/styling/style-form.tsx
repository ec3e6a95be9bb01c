import { roleTexts } from '../../../../messages/en-roles';
import { Button } from '../../../../ui/button';
import classes from '../roles.module.css';
import { StyleFields } from './style-fields';
import { StylePreview } from './style-preview';
import { useStyleForm, type StyleFormProps } from './use-style-form';

const text = roleTexts.styling;

export function StyleForm(props: StyleFormProps) {
  const { style, draft, onForget } = props;
  const { form, formProps, reset, saving, resetting } = useStyleForm(props);
  const isBusy = saving.isPending || resetting.isPending;
  return (
    <form {...formProps}>
      <div className={classes.columns}>
        <StyleFields form={form} disabled={isBusy} />
        <StylePreview role={style.role} values={form.values} />
      </div>
      <div className={classes.acts}>
        <Button type="submit" loading={saving.isPending} disabled={isBusy}>
          {text.save}
        </Button>
        <Button look="default" loading={resetting.isPending} disabled={isBusy} onClick={() => void reset()}>
          {text.reset}
        </Button>
        {draft && !isBusy && (
          <Button look="quiet" onClick={onForget}>
            {roleTexts.discard}
          </Button>
        )}
      </div>
    </form>
  );
}

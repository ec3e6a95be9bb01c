import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copyText } from '../../../../lib/browser';
import { contrastRatio, MIN_CONTRAST_RATIO } from '../../../../lib/color';
import { formatDecimal } from '../../../../lib/message-format';
import { roleTexts } from '../../../../messages/roles';
import { StyledBadge } from '../../../../shared/roles/role-badge';
import { type BadgeStyle, getReadableTextColor, getRoleName } from '../../../../shared/roles/roles';
import { Button } from '../../../../ui/button';
import { rolesQuery } from '../queries';
import shared from '../roles.module.css';
import { createCssText, getCssClass, getDefaultStyle, type StyleValues, toBadgeStyle } from './style-values';
import classes from './styling.module.css';

const text = roleTexts.styling;

/** The badge in both color schemes. Hidden from screen readers, because the field contains the label. */
function Samples({ badgeStyle, name }: { badgeStyle: BadgeStyle; name: string }) {
  return (
    <div className={classes.samples} aria-hidden="true">
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} className={classes.sample} data-scheme={scheme}>
          <span className={classes.scheme}>{scheme === 'light' ? text.onLight : text.onDark}</span>
          <span>
            {text.sampleName} <StyledBadge badgeStyle={badgeStyle}>{name}</StyledBadge>
          </span>
        </div>
      ))}
    </div>
  );
}

function ContrastHint({ badgeStyle }: { badgeStyle: BadgeStyle }) {
  const ratio = contrastRatio(badgeStyle.text_color, badgeStyle.background_color);
  // Rounded down, so that a displayed 4.5 always meets the limit.
  const displayedRatio = formatDecimal(Math.floor(ratio * 10) / 10, 1);
  const isLow = ratio < MIN_CONTRAST_RATIO;
  return (
    <p role="status" className={classes.contrast} data-low={isLow || undefined}>
      {isLow && <IconAlertTriangle size={16} aria-hidden="true" />}
      <span>
        {isLow
          ? text.contrastLow({ ratio: displayedRatio, instead: getReadableTextColor(badgeStyle) })
          : text.contrast(displayedRatio)}
      </span>
    </p>
  );
}

function GeneratedCss({ css }: { css: string }) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <section aria-labelledby="generated-css">
      <h2 id="generated-css" className={shared.heading}>
        {text.css}
      </h2>
      <p className={shared.muted}>{text.cssLead}</p>
      <pre className={classes.css} tabIndex={0} aria-labelledby="generated-css">
        <code>{css}</code>
      </pre>
      <div className={shared.actions}>
        <Button
          variant="default"
          size="sm"
          icon={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copyText(css).then(setCopied)}
        >
          {text.copy}
        </Button>
        <span role="status">
          {copied === true && text.copied}
          {copied === false && text.copyFailed}
        </span>
      </div>
    </section>
  );
}

/** The badge in its current style, and the generated CSS. */
export function StylePreview({ role, values }: { role: string; values: StyleValues }) {
  const { data } = useQuery(rolesQuery);
  const described = data?.roles.find(({ name }) => name === role);
  const plain = getDefaultStyle(role, described?.color);
  const styled = toBadgeStyle(plain, values);
  const badgeStyle = values.is_active ? styled : plain;
  return (
    <div className={classes.preview}>
      <section aria-labelledby="style-preview">
        <h2 id="style-preview" className={shared.heading}>
          {text.preview}
        </h2>
        <Samples
          badgeStyle={badgeStyle}
          name={(values.is_active && values.display_name) || described?.display_name || getRoleName(role)}
        />
        <ContrastHint badgeStyle={badgeStyle} />
      </section>
      <GeneratedCss
        css={createCssText(getCssClass(role, values.css_class), {
          ...styled,
          text_color: getReadableTextColor(styled),
        })}
      />
    </div>
  );
}

import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contrast, ENOUGH_CONTRAST } from '../../../../lib/contrast';
import { copyText } from '../../../../lib/copy-text';
import { roleTexts } from '../../../../messages/en-roles';
import { StyledBadge } from '../../../../shared/people/role-badge';
import { shownTextColour, type BadgeLook } from '../../../../shared/people/badge-look';
import { roleName } from '../../../../shared/roles';
import { Button } from '../../../../ui/button';
import { rolesQuery } from '../queries';
import shared from '../roles.module.css';
import classes from './styling.module.css';
import { cssClassOf, cssText, lookOf, plainLook, type StyleValues } from './style-values';

const text = roleTexts.styling;

/** A picture of the badge on both surfaces. What it says stands in its field, so it is nothing to read out. */
function Samples({ look, name }: { look: BadgeLook; name: string }) {
  return (
    <div className={classes.samples} aria-hidden="true">
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} className={classes.sample} data-scheme={scheme}>
          <span className={classes.scheme}>{scheme === 'light' ? text.onLight : text.onDark}</span>
          <span>
            {text.sampleName} <StyledBadge look={look}>{name}</StyledBadge>
          </span>
        </div>
      ))}
    </div>
  );
}

function Contrast({ look }: { look: BadgeLook }) {
  const ratio = contrast(look.text_color, look.background_color);
  // Rounded down: what is shown as 4.5 is enough.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  const isLow = ratio < ENOUGH_CONTRAST;
  return (
    <p role="status" className={classes.contrast} data-low={isLow || undefined}>
      {isLow && <IconAlertTriangle size={16} aria-hidden="true" />}
      <span>{isLow ? text.contrastLow(shown, shownTextColour(look)) : text.contrast(shown)}</span>
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
      <div className={shared.acts}>
        <Button
          look="default"
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

/** What the badge looks like while it is being made, and the CSS that makes it so. */
export function StylePreview({ role, values }: { role: string; values: StyleValues }) {
  const { data } = useQuery(rolesQuery);
  const described = data?.roles.find(({ name }) => name === role);
  const plain = plainLook(role, described?.color);
  const styled = lookOf(plain, values);
  const look = values.is_active ? styled : plain;
  return (
    <div className={classes.preview}>
      <section aria-labelledby="style-preview">
        <h2 id="style-preview" className={shared.heading}>
          {text.preview}
        </h2>
        <Samples
          look={look}
          name={(values.is_active && values.display_name) || described?.display_name || roleName(role)}
        />
        <Contrast look={look} />
      </section>
      <GeneratedCss css={cssText(cssClassOf(role, values.css_class), styled)} />
    </div>
  );
}

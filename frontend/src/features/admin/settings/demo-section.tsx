import type { DemoContentResponse } from '../../../api/generated/model/demoContentResponse';
import { demoTexts as text } from '../../../messages/en-demo';
import { RemoveDemoButton } from '../../../shared/demo/remove-demo-button';
import { SectionFrame } from './settings-form';

/** Only in a hub with demo content. */
export function DemoSection({ removed, removed_comments, kept }: DemoContentResponse) {
  return (
    <SectionFrame id="demo" title={text.title} lead={text.lead}>
      <p>{text.removed(removed, removed_comments)}</p>
      <p>{text.kept(kept)}</p>
      <RemoveDemoButton />
    </SectionFrame>
  );
}

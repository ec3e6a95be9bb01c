import { IconBrandYoutube } from '@tabler/icons-react';
import { useState } from 'react';
import type { YouTubeDetailsResponse } from '../../../api/generated/model/youTubeDetailsResponse';
import { getYouTubeDetails } from '../../../api/generated/videos-writing/videos-writing';
import { getErrorText } from '../../../api/problem';
import { videoForm } from '../../../messages/videos';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/form-error';
import classes from './video-form.module.css';

const text = videoForm.youTube;
/** The server checks whether it is the address of a video. */
const YOUTUBE = /^https?:\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be)\/./i;

export const isYouTubeAddress = (address: string): boolean => YOUTUBE.test(address);

/** What the author asked for, as the form can hold it. */
export interface FoundDetails {
  title: string;
  thumbnail: File | undefined;
}

function toDetails({ title, thumbnail_data }: YouTubeDetailsResponse): FoundDetails {
  if (thumbnail_data === null) return { title, thumbnail: undefined };
  const bytes = Uint8Array.from(atob(thumbnail_data), (character) => character.charCodeAt(0));
  return { title, thumbnail: new File([bytes], 'youtube.webp', { type: 'image/webp' }) };
}

interface YouTubeDetailsProps {
  address: string;
  /** @returns whether the title was free to be taken; undefined when nothing was, because the address is another one */
  onFound: (details: FoundDetails, address: string) => boolean | undefined;
}

/** Takes title and thumbnail from YouTube, which the server asks. Mounted anew for each address. */
export function YouTubeDetails({ address, onFound }: YouTubeDetailsProps) {
  const [result, setResult] = useState('');
  const { mutate, isPending, error } = useActionMutation({
    mutationFn: () => getYouTubeDetails({ source_url: address }).then(toDetails),
    onMutate: () => {
      setResult('');
    },
    onSuccess: (details) => {
      const hasTakenTitle = onFound(details, address);
      if (hasTakenTitle !== undefined)
        setResult(text.done({ hasTitle: hasTakenTitle, hasThumbnail: details.thumbnail !== undefined }));
    },
  });
  return (
    <div className={classes.details}>
      <Button
        variant="default"
        size="sm"
        icon={<IconBrandYoutube size={16} aria-hidden="true" />}
        isLoading={isPending}
        onClick={() => {
          mutate();
        }}
      >
        {text.use}
      </Button>
      <p role="status" className={classes.detailsResult}>
        {result}
      </p>
      {error && <FormError text={getErrorText(error, text.failed)} />}
    </div>
  );
}

import {
  IconDownload,
  IconEye,
  IconFile,
  IconFileMusic,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  type Icon,
  IconMovie,
  IconPhoto,
  IconPresentation,
} from '@tabler/icons-react';
import { lazy, useState } from 'react';
import type { LinkResponse } from '../../../api/generated/model/linkResponse';
import { formatSize } from '../../../lib/message-format';
import { files as text } from '../../../messages/files';
import { Button, buttonClass } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';
import classes from './file-card.module.css';

const PdfViewer = lazy(() => import('./pdf-viewer'));

/** By parts of media types, or endings of names; the first that fits. */
const kinds: [pattern: RegExp, icon: Icon][] = [
  [/^application\/pdf|\.pdf$/, IconFileTypePdf],
  [/spreadsheet|excel|\.(?:xlsx?|ods|csv)$/, IconFileSpreadsheet],
  [/presentation|powerpoint|\.(?:pptx?|odp)$/, IconPresentation],
  [/^text\/|wordprocessing|opendocument\.text|rtf|\.(?:docx?|odt|txt|md)$/, IconFileText],
  [/^image\//, IconPhoto],
  [/^video\//, IconMovie],
  [/^audio\//, IconFileMusic],
  [/zip|tar|compressed|\.(?:zip|gz|7z|rar)$/, IconFileZip],
];

const getExtension = (name: string): string => /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toUpperCase() ?? '';

interface FileCardProps {
  /** The words of the link. */
  name: string;
  url: string;
  /** What the server says of it; missing where a page is shared by a link. */
  target?: LinkResponse | undefined;
  /** The page at which a PDF is opened at once. */
  startPage?: number | undefined;
}

/** A file that is linked in a text. A PDF opens in the page; everything else is downloaded. */
export default function FileCard({ name: words, url, target, startPage }: FileCardProps) {
  const name = target?.title ?? words;
  const type = target?.media_type ?? '';
  const [openPage, setOpenPage] = useState(startPage);
  // Other types than the name promises are known to the server only.
  const isPdf = target ? type === 'application/pdf' : /\.pdf$/i.test(name);
  const [, Icon = IconFile] = kinds.find(([pattern]) => pattern.test(type) || pattern.test(name.toLowerCase())) ?? [];
  const facts = [getExtension(name), target?.size == null ? '' : formatSize(target.size)].filter(Boolean);
  const openedPage = isPdf ? openPage : undefined;
  return (
    <article className={classes.card} aria-label={name}>
      <Icon size={28} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes.facts}>{facts.join(' · ')}</span>
      </div>
      <div className={classes.actions}>
        {isPdf && (
          <Button
            variant="default"
            size="sm"
            icon={<IconEye size={16} aria-hidden="true" />}
            aria-label={text.openFile(name)}
            onClick={() => {
              setOpenPage(1);
            }}
          >
            {text.open}
          </Button>
        )}
        <a
          href={url}
          download={name}
          className={buttonClass({ variant: 'subtle', size: 'sm' }, classes.download)}
          aria-label={text.downloadFile(name)}
        >
          <IconDownload size={16} aria-hidden="true" />
          <span>{text.download}</span>
        </a>
      </div>
      {target?.unsearched_reason && (
        <p className={`${classes.note} ${classes.facts}`}>{text.unsearched[target.unsearched_reason]}</p>
      )}
      {openedPage !== undefined && (
        <LazyBoundary
          fallback={
            <p role="status" className={classes.note}>
              {text.opening}
            </p>
          }
          errorFallback={
            <p role="alert" className={classes.note}>
              {text.loadFailed}
            </p>
          }
        >
          <PdfViewer
            name={name}
            url={url}
            page={openedPage}
            onClose={() => {
              setOpenPage(undefined);
            }}
          />
        </LazyBoundary>
      )}
    </article>
  );
}

import { ApiProperty } from '@nestjs/swagger';
import { Problem } from '../../../../platform/errors/problem.dto.js';
import { FlagField } from '../../../../platform/http/validation/fields.js';

export class ImportDocumentsRequest {
  @FlagField({
    label: 'categoriesFromFolders',
    description:
      'documents whose front matter names no category get the one of their folder; folders inside folders become ' +
      'subcategories. Missing ones are created for users with `categories.manage`; for others the innermost ' +
      'existing one is used',
    optional: true,
    example: true,
  })
  folder_categories?: boolean;

  @FlagField({
    label: 'publish',
    description: 'publishes documents whose front matter names no status; requires `content.publish`',
    optional: true,
    example: false,
  })
  publish?: boolean;
}

class ImportedDocumentResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'getting-started' }) slug!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ description: 'path in the archive', example: 'guides/getting-started.md' }) path!: string;
}

class SkippedEntryResponse {
  @ApiProperty({ description: 'path in the archive', example: 'guides/notes.txt' }) path!: string;
  @ApiProperty({
    description: 'a sentence to show to the user',
    example: 'Only Markdown files are imported, and the images and files in them.',
  })
  reason!: string;
}

class ImportWarningResponse {
  @ApiProperty({ description: 'path of the document in the archive', example: 'guides/getting-started.md' })
  path!: string;
  @ApiProperty({
    description: 'a sentence to show to the user',
    example: 'Images that were not imported are missing: images/logo.svg.',
  })
  reason!: string;
}

export class ImportDocumentsResponse {
  @ApiProperty({ type: [ImportedDocumentResponse] }) created!: ImportedDocumentResponse[];
  @ApiProperty({ description: 'files that were not imported', type: [SkippedEntryResponse] })
  skipped!: SkippedEntryResponse[];
  @ApiProperty({
    description: 'what of the created documents was left out, is missing or leads nowhere',
    type: [ImportWarningResponse],
  })
  warnings!: ImportWarningResponse[];
  @ApiProperty({ description: 'number of stored images', example: 114 }) images!: number;
  @ApiProperty({ description: 'number of stored attachments', example: 7 }) attachments!: number;
  @ApiProperty({ description: 'number of created categories', example: 9 }) categories!: number;
  @ApiProperty({ description: 'whether the import was canceled before its last document', example: false })
  canceled!: boolean;
}

/** A line of the response in `application/x-ndjson`. */
export class ImportProgressResponse {
  @ApiProperty({ description: 'number of documents done', required: false, example: 12 }) processed?: number;
  @ApiProperty({ description: 'number of documents in the archive', required: false, example: 121 }) total?: number;
  @ApiProperty({ description: 'in the last line of a finished import', required: false })
  result?: ImportDocumentsResponse;
  @ApiProperty({ description: 'in the last line of a failed import', required: false }) problem?: Problem;
}

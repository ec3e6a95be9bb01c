import { ApiProperty } from '@nestjs/swagger';

export class ImportedDocumentResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'getting-started' }) slug!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ description: 'path in the archive', example: 'guides/getting-started.md' }) path!: string;
}

export class SkippedEntryResponse {
  @ApiProperty({ description: 'path in the archive', example: 'guides/notes.txt' }) path!: string;
  @ApiProperty({
    description: 'a sentence to show to the user',
    example: 'Only Markdown files and the images they show are imported.',
  })
  reason!: string;
}

export class ImportDocumentsResponse {
  @ApiProperty({ type: [ImportedDocumentResponse] }) created!: ImportedDocumentResponse[];
  @ApiProperty({ description: 'files that were not imported', type: [SkippedEntryResponse] })
  skipped!: SkippedEntryResponse[];
  @ApiProperty({ description: 'number of stored images' }) images!: number;
}

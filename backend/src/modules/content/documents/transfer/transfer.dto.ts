import { ApiProperty } from '@nestjs/swagger';

export class ImportedDocumentResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'getting-started' }) slug!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ description: 'where it stood in the archive', example: 'guides/getting-started.md' }) path!: string;
}

export class SkippedEntryResponse {
  @ApiProperty({ example: 'guides/notes.txt' }) path!: string;
  @ApiProperty({
    description: 'a sentence for people',
    example: 'Only Markdown files and the images they show are imported.',
  })
  reason!: string;
}

export class ImportDocumentsResponse {
  @ApiProperty({ type: [ImportedDocumentResponse] }) created!: ImportedDocumentResponse[];
  @ApiProperty({ type: [SkippedEntryResponse] }) skipped!: SkippedEntryResponse[];
  @ApiProperty({ description: 'how many images were stored' }) images!: number;
}

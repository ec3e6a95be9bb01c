import { describe, expect, it, jest } from '@jest/globals';
import { Actor } from '../access/actor.js';
import { type FileReader, FileReaders } from './file-readers.js';

const reads = (readable: string[], open: string[] = []) =>
  jest.fn<FileReader>(() => Promise.resolve({ readable: new Set(readable), public: new Set(open) }));
const use = (subjectType: string, subjectId: string) => ({ subjectType, subjectId });

describe('FileReaders', () => {
  it('asks each module once about all its subjects, each named once', async () => {
    const readers = new FileReaders();
    const documents = reads(['d1']);
    const people = reads([]);
    readers.register('document', documents);
    readers.register('person', people);
    await readers.rights(Actor.guest, [
      use('document', 'd1'),
      use('person', 'p1'),
      use('document', 'd2'),
      use('document', 'd1'),
    ]);
    expect(documents.mock.calls).toEqual([[Actor.guest, ['d1', 'd2']]]);
    expect(people).toHaveBeenCalledTimes(1);
  });

  it('lets one readable use suffice, and one public use make it public', async () => {
    const readers = new FileReaders();
    readers.register('document', reads(['d1', 'd2'], ['d2']));
    const all = [use('document', 'd1'), use('document', 'd2'), use('document', 'd3')];
    const rights = await readers.rights(Actor.guest, all);
    expect(rights([use('document', 'd3'), use('document', 'd1')])).toEqual({ readable: true, public: false });
    expect(rights(all)).toEqual({ readable: true, public: true });
    expect(rights([use('document', 'd3')])).toEqual({ readable: false, public: false });
    expect(rights([])).toEqual({ readable: false, public: false });
  });

  it('does not take one id for another of a different type, and denies unregistered types', async () => {
    const readers = new FileReaders();
    readers.register('document', reads(['same'], ['same']));
    readers.register('person', reads([]));
    const rights = await readers.rights(Actor.guest, [
      use('document', 'same'),
      use('person', 'same'),
      use('unknown', 'same'),
    ]);
    expect(rights([use('person', 'same'), use('unknown', 'same')])).toEqual({ readable: false, public: false });
  });

  it('refuses a second rule for the same type', () => {
    const readers = new FileReaders();
    readers.register('document', reads([]));
    expect(() => readers.register('document', reads([]))).toThrow('twice');
  });
});

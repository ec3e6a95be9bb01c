import { attachInstruction, extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { compareReadersOfMove } from '../../api/generated/categories/categories';
import { getErrorText } from '../../api/problem';
import { pageMoving as text } from '../../messages/page-moving';
import { alert, confirm } from '../../ui/dialogs/dialogs';
import { describeReaderChanges } from '../categories/describe-reader-changes';
import { movePage } from './move-page';
import type { TreeItem } from './queries';
import type { RowData, TreeMoving } from './tree-context';
import { getDropPlace, type TreePlace, type TreePosition } from './tree-places';
import { openNodes } from './tree-state';

const ROW = Symbol('row');

type DragData = Record<string | symbol, unknown>;

const toDragData = (row: RowData): DragData => ({ [ROW]: row });
const getRow = (data: DragData): RowData | undefined => data[ROW] as RowData | undefined;

const getRowId = ({ item, position }: RowData): string => item?.id ?? position.categoryId;

/** Where a page moves that is dropped on a row; on a category, to the end of its top level. */
function findPlace(moved: TreeItem, { item, position }: RowData, data: DragData): TreePlace | undefined {
  const operation = extractInstruction(data)?.operation;
  if (!operation) return undefined;
  if (!item) return { category_id: position.categoryId, parent_id: null };
  return getDropPlace(moved.id, operation, position);
}

/** The delay after which a closed row opens below a dragged page. */
const OPENING_MS = 700;

interface AttachOptions {
  onHover: (drop: TreeMoving['drop']) => void;
  onMove: (item: TreeItem, from: TreePosition, place: TreePlace) => void;
}

/** Makes a row draggable, and a place to drop on. */
function attachRow(element: HTMLElement, getData: () => RowData, { onHover, onMove }: AttachOptions): () => void {
  let opening: ReturnType<typeof setTimeout> | undefined;
  const stopOpening = () => {
    clearTimeout(opening);
    opening = undefined;
  };
  const leave = () => {
    stopOpening();
    onHover(undefined);
  };
  const hover = (source: DragData, self: DragData) => {
    const moved = getRow(source)?.item;
    const operation = extractInstruction(self)?.operation;
    const row = getData();
    const isPossible = moved && operation && findPlace(moved, row, self);
    onHover(isPossible ? { id: getRowId(row), operation } : undefined);
    if (operation === 'combine')
      opening ??= setTimeout(() => {
        openNodes([getRowId(getData())]);
      }, OPENING_MS);
    else stopOpening();
  };
  const isMovable = Boolean(getData().item?.can_move);
  return combine(
    isMovable ? draggable({ element, getInitialData: () => toDragData(getData()) }) : () => undefined,
    dropTargetForElements({
      element,
      canDrop: ({ source }) => getRow(source.data)?.item !== undefined,
      getData: ({ input }) => {
        const row = getData();
        const reorder = row.item ? 'available' : 'not-available';
        return attachInstruction(toDragData(row), {
          element,
          input,
          operations: { 'reorder-before': reorder, 'reorder-after': reorder, combine: 'available' },
        });
      },
      onDrag: ({ source, self }) => {
        hover(source.data, self.data);
      },
      onDragLeave: leave,
      onDrop: ({ source, self, location }) => {
        leave();
        if (location.current.dropTargets[0]?.element !== element) return;
        const moved = getRow(source.data);
        const place = moved?.item && findPlace(moved.item, getData(), self.data);
        if (moved?.item && place) onMove(moved.item, moved.position, place);
      },
    }),
    stopOpening,
  );
}

const isSameDrop = (a: TreeMoving['drop'], b: TreeMoving['drop']) => a?.id === b?.id && a?.operation === b?.operation;

/** Asks before a page moves to where others read it, or a page below it. */
async function confirmReaders(id: string, to: string): Promise<boolean> {
  const sentences = describeReaderChanges(await compareReadersOfMove({ item_ids: [id], to }));
  if (sentences.length === 0) return true;
  return await confirm({ title: text.readersChangeTitle, text: sentences.join(' '), confirmLabel: text.move });
}

/** Moving pages in a tree, by dragging and by keys. */
export function usePageMoving(): { moving: TreeMoving; announcement: string } {
  const queryClient = useQueryClient();
  const [drop, setDrop] = useState<TreeMoving['drop']>();
  const [pendingId, setPendingId] = useState<string>();
  const [focusId, setFocusId] = useState<string>();
  const [announcement, setAnnouncement] = useState('');

  const moveNow = async (item: TreeItem, from: TreePosition, place: TreePlace) => {
    setPendingId(item.id);
    try {
      if (from.categoryId !== place.category_id && !(await confirmReaders(item.id, place.category_id))) return;
      await movePage(queryClient, item, place);
      openNodes([place.parent_id ?? place.category_id]);
      setFocusId(item.id);
      setAnnouncement(text.movedPage(item.title));
    } catch (error) {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    } finally {
      setPendingId(undefined);
    }
  };
  const move = (item: TreeItem, from: TreePosition, place: TreePlace) => {
    // One after the other: each place depends on the move before.
    if (pendingId !== undefined) return;
    setAnnouncement('');
    if (item.can_move) void moveNow(item, from, place);
    else setAnnouncement(text.notAllowed(item.title));
  };
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  // Rows are attached once, so what they call stays the same.
  const [actions] = useState(() => {
    const onHover = (next: TreeMoving['drop']) => {
      setDrop((current) => (isSameDrop(current, next) ? current : next));
    };
    const onMove: TreeMoving['move'] = (...moved) => {
      latest.current(...moved);
    };
    return {
      attach: (row: HTMLElement, getData: () => RowData) => attachRow(row, getData, { onHover, onMove }),
      move: onMove,
      onFocused: () => {
        setFocusId(undefined);
      },
    };
  });
  return { moving: { ...actions, drop, pendingId, focusId }, announcement };
}

import { getHotkeyHandler } from '@mantine/hooks';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { isApplePlatform } from '../../lib/browser';
import { messages } from '../../messages/common';
import { markdownEditor as text } from '../../messages/markdown-editor';
import { alert } from '../../ui/dialogs/dialogs';
import { getImages, getPastedImages } from './image-insertion';
import type { UploadProgress } from './image-uploads';
import type { TextFieldTools } from './text-field-target';
import type { Tool, ToolName } from './tools';

const loadTools = async (field: HTMLTextAreaElement, onProgress: (progress: UploadProgress) => void) =>
  (await import('./text-field-target')).createTextFieldTools(field, onProgress);

const hasFiles = ({ types }: DataTransfer) => types.includes('Files');

/** The name of the key that has the character on a US keyboard. */
const toPhysicalKey = (name: string) => (name === '.' ? 'period' : name.replace(/^\d$/, (digit) => `digit${digit}`));

/** Converts CodeMirror's notation to Mantine's. */
function toHotkey(keys: string) {
  const names = keys.replace('Mod', isApplePlatform ? 'meta' : 'ctrl').split('-');
  // Shift and Alt change the character of the key.
  const usePhysicalKeys = names.includes('Shift') || names.includes('Alt');
  return { hotkey: names.map(usePhysicalKeys ? toPhysicalKey : String).join('+'), usePhysicalKeys };
}

/**
 * Formatting and image uploads in a plain text field: by toolbar, shortcuts, paste and drop. The code is loaded when
 * the field gets the focus.
 */
export function useTextFieldTools(field: RefObject<HTMLTextAreaElement | null>, tools: readonly Tool[]) {
  const loading = useRef<{ element: HTMLTextAreaElement; tools: Promise<TextFieldTools> }>(undefined);
  const [progress, setProgress] = useState<UploadProgress>({ count: 0, percent: 0 });

  const load = (): Promise<TextFieldTools> | undefined => {
    const element = field.current;
    if (!element) return undefined;
    if (loading.current?.element !== element) loading.current = { element, tools: loadTools(element, setProgress) };
    return loading.current.tools;
  };
  const withTools = (apply: (loaded: TextFieldTools) => void) => {
    load()?.then(apply, () => {
      // Tried again at the next use.
      loading.current = undefined;
      void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });
    });
  };
  const run = (name: ToolName) => {
    withTools((loaded) => {
      loaded.run(name);
    });
  };
  const insertImages = (files: readonly File[]) => {
    withTools((loaded) => {
      loaded.insertImages(files);
    });
  };
  const handleShortcut = getHotkeyHandler(
    tools.flatMap(({ name, keys }) => {
      if (keys === undefined) return [];
      const { hotkey, usePhysicalKeys } = toHotkey(keys);
      return [
        [
          hotkey,
          () => {
            run(name);
          },
          { usePhysicalKeys },
        ],
      ];
    }),
  );
  const fieldProps = {
    onFocus: () => {
      load()?.catch(() => {
        loading.current = undefined;
      });
    },
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => {
      const files = getPastedImages(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      insertImages(files);
    },
    onDragOver: (event: DragEvent<HTMLTextAreaElement>) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault();
    },
    // Without preventDefault the browser would leave the page to show the file.
    onDrop: (event: DragEvent<HTMLTextAreaElement>) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      const files = getImages(event.dataTransfer);
      if (files.length > 0) insertImages(files);
      else void alert({ title: text.noImagesTitle, text: text.noImages });
    },
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // AltGr types characters; on Windows it also counts as Ctrl+Alt.
    if (!event.getModifierState('AltGraph') && !event.nativeEvent.isComposing) handleShortcut(event);
  };
  return { fieldProps, handleKey, run, progress };
}

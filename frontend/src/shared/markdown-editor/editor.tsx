import {
  type ComponentType,
  type DragEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  lazy,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { messages } from '../../messages/common';
import { markdownEditor as text } from '../../messages/markdown-editor';
import { alert } from '../../ui/dialogs/dialogs';
import classes from './editor.module.css';
import type { CodeEditorHandle, EditorHandle } from './editor-handle';
import { type EditorMode, useEditorMode } from './editor-mode';
import { getFiles, getPastedFiles } from './file-insertion';
import type { UploadProgress } from './file-uploads';
import { LazyBoundary } from '../../ui/lazy';
import { PlainEditor } from './plain-editor';
import { Toolbar } from './toolbar';
import { documentTools, signatureTools, textFieldTools, type Tool } from './tools';
import { UploadStatus } from './upload-status';

/** What the user does there, handed from the plain field to the editor that replaces it. */
interface EditorSelectionState {
  start: number;
  end: number;
  isFocused: boolean;
  /** The user has typed in the plain field. */
  hasTyped: boolean;
}

export interface CursorPlace {
  /** from 1 */
  line: number;
  lineCount: number;
  /** The distance from the top of the window in pixels; undefined while the cursor's line is not rendered. */
  measureTop: () => number | undefined;
}

/**
 * A document is as high as its text and has all tools; the others scroll, and have the tools of a phone's row. A
 * signature has no files.
 */
export type EditorSize = 'document' | 'comment' | 'post' | 'thread' | 'signature';

interface EditorProps {
  /** Of the element with the text. */
  id: string;
  ref?: Ref<EditorHandle>;
  size: EditorSize;
  value: string;
  /** Long texts are reported at pauses in typing. */
  onChange: (value: string) => void;
  /** Called at each change of a text that `onChange` reports later; `getText` returns the text as it is by then. */
  onTyping?: ((getText: () => string) => void) | undefined;
  label: string;
  placeholder?: string | undefined;
  isRequired?: boolean | undefined;
  isInvalid: boolean;
  describedBy: string;
  /** Reports the number of uploads in progress; until they finish, the text contains placeholders. */
  onUploadCountChange?: (count: number) => void;
  /** Called when the cursor has moved. */
  onCursorMove?: (place: CursorPlace) => void;
  onEscape?: (() => void) | undefined;
}

export interface EditorImplementationProps extends Omit<EditorProps, 'ref' | 'onUploadCountChange' | 'onEscape'> {
  selectionState: RefObject<EditorSelectionState | null>;
}

export interface CodeEditorProps extends EditorImplementationProps {
  ref: Ref<CodeEditorHandle>;
  mode: EditorMode;
  onModeToggle: () => void;
  onUploadProgress: (progress: UploadProgress) => void;
}

const toolsOf: Partial<Record<EditorSize, readonly Tool[]>> = { document: documentTools, signature: signatureTools };

const EditorHelp = lazy(() => import('./help/editor-help'));

let loadedEditor: ComponentType<CodeEditorProps> | undefined;

async function loadEditor(): Promise<ComponentType<CodeEditorProps>> {
  loadedEditor ??= (await import('./code-editor')).CodeEditor;
  return loadedEditor;
}

const hasFiles = ({ types }: DataTransfer) => types.includes('Files');

/** Of what is dropped before CodeMirror is loaded; alerts if there is no file. */
function takeDroppedFiles(data: DataTransfer): File[] {
  const files = getFiles(data);
  if (files.length === 0) void alert({ title: text.noFilesTitle, text: text.noFiles });
  return files;
}

/**
 * A Markdown text. It starts as a plain text field and is replaced by CodeMirror once that is loaded: with a document
 * at once, otherwise when the field first has the focus, because most readers do not write. If loading fails, the plain
 * field remains. Ctrl+Enter submits the form of what is no document.
 */
export function Editor({ ref, onUploadCountChange, onEscape, ...props }: EditorProps) {
  const { id, size } = props;
  const isDocument = size === 'document';
  const [Code, setCode] = useState(() => loadedEditor);
  const [progress, setProgress] = useState<UploadProgress>({ count: 0, percent: 0 });
  const { mode, toggleMode } = useEditorMode();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const selectionState = useRef<EditorSelectionState>(null);
  const isComposing = useRef(false);
  const plain = useRef<EditorHandle>(null);
  const code = useRef<CodeEditorHandle>(null);
  /** What waits for CodeMirror. */
  const pending = useRef<((handle: CodeEditorHandle) => void)[]>([]);

  /** Replacing the field during a composition would lose its input. */
  const load = () => {
    loadEditor().then(
      (loaded) => {
        const swap = () => {
          setCode(() => loaded);
        };
        if (isComposing.current) document.addEventListener('compositionend', swap, { once: true });
        else swap();
      },
      () => {
        if (pending.current.length === 0) return;
        pending.current = [];
        void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });
      },
    );
  };
  const loadAtOnce = useEffectEvent(() => {
    if (isDocument && !Code) load();
  });
  useEffect(() => {
    loadAtOnce();
  }, []);
  useEffect(() => {
    const handle = code.current;
    if (!handle) return;
    for (const apply of pending.current.splice(0)) apply(handle);
  }, [Code]);

  const withCode = (apply: (handle: CodeEditorHandle) => void) => {
    if (code.current) {
      apply(code.current);
      return;
    }
    pending.current.push(apply);
    plain.current?.focus();
    load();
  };
  const getHandle = () => code.current ?? plain.current;
  useImperativeHandle(ref, () => ({
    focus: () => getHandle()?.focus(),
    focusEnd: () => getHandle()?.focusEnd(),
    scrollIntoView: () => getHandle()?.scrollIntoView(),
  }));

  // A label focuses fields only, and CodeMirror has none.
  const focusText = useEffectEvent(() => code.current?.focus());
  useEffect(() => {
    const handleClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('label')?.htmlFor === id) focusText();
    };
    document.addEventListener('click', handleClick);
    return () => {
      document.removeEventListener('click', handleClick);
    };
  }, [id]);

  const submitByKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isDocument || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.closest('form')?.requestSubmit();
  };
  const escapeByKey = (event: KeyboardEvent) => {
    // During a composition Escape belongs to the IME, and in the editor to its lists.
    if (event.key === 'F1') {
      event.preventDefault();
      openHelp();
    }
    if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) onEscape?.();
  };
  const openHelp = () => {
    setHelpOpen(true);
  };
  const insertFiles = (files: readonly File[]) => {
    if (files.length > 0)
      withCode((handle) => {
        handle.insertFiles(files);
      });
  };
  const plainHandlers = {
    onFocus: load,
    onPaste: (event: { clipboardData: DataTransfer; preventDefault: () => void }) => {
      const files = getPastedFiles(event.clipboardData);
      if (files.length > 0) event.preventDefault();
      insertFiles(files);
    },
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault();
    },
    // Without preventDefault the browser would leave the page to show the file.
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      insertFiles(takeDroppedFiles(event.dataTransfer));
    },
  };

  return (
    <>
      <div
        className={classes.frame}
        data-editor
        data-size={size}
        data-invalid={props.isInvalid || undefined}
        onKeyDownCapture={submitByKey}
        onKeyDown={escapeByKey}
      >
        <Toolbar
          tools={toolsOf[size] ?? textFieldTools}
          isCompact={!isDocument}
          className={classes.toolbar}
          onRun={(name) => {
            withCode((handle) => {
              handle.runTool(name);
            });
          }}
          isSource={mode === 'source'}
          onSourceToggle={() => {
            toggleMode();
            getHandle()?.focus();
          }}
          onHelp={openHelp}
        />
        {Code ? (
          <Code
            {...props}
            ref={code}
            selectionState={selectionState}
            mode={mode}
            onModeToggle={toggleMode}
            onUploadProgress={(next) => {
              setProgress(next);
              if (next.count !== progress.count) onUploadCountChange?.(next.count);
            }}
          />
        ) : (
          <PlainEditor
            {...props}
            {...plainHandlers}
            ref={plain}
            selectionState={selectionState}
            onComposing={(composing) => {
              isComposing.current = composing;
            }}
          />
        )}
      </div>
      <UploadStatus progress={progress} />
      {isHelpOpen && (
        <LazyBoundary>
          <EditorHelp
            onClose={() => {
              setHelpOpen(false);
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}

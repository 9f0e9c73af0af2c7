import { findOnVisiblePage } from '../../document/findOnVisiblePage.ts';
import { useDraggable } from '@dnd-kit/core';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Device } from '../../document/Device.tsx';
import {
  outermostSelection,
  duplicate,
  moveByStep,
  paste,
  remove,
  resizeBy,
  moveIntoNeighbour,
} from '../model/designActions.ts';
import { clipboardText } from '../model/clipboard.ts';
import type { Design } from '../model/design.ts';
import { findNode } from '../model/edits.ts';
import { isListShown, isOpenPaneClick } from './dropTarget.ts';
import { idOf, walk } from '../model/nodes.ts';
import { useDesignerContext } from '../designerContext.ts';

/** Props of the component that renders one kind of document on the canvas. */
export interface SurfaceProps {
  /** Ref that is set to the root element of the canvas. */
  canvasRef: RefObject<HTMLDivElement | null>;
  /** True if labels are rendered above their controls, because the canvas is narrow. */
  hasTopLabels: boolean;
  /** The device for which the document is rendered. */
  device: Device;
}

interface Props {
  canvasRef: RefObject<HTMLDivElement | null>;
  className: string;
  style?: CSSProperties;
  size?: string;
  children: ReactNode;
}

/** Returns the ids of the nodes between two nodes in document order, including both. */
function idsBetween(design: Design, from: number, to: number): number[] {
  const ids = [...walk(design.doc())].map(({ node }) => idOf(node));
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a === -1 || b === -1 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/**
 * The canvas on which a document is edited. Nodes can be selected by mouse or arrow keys, dragged, resized, and copied
 * to other documents.
 */
export function Canvas({ canvasRef, className, style, size, children }: Props) {
  const { design, syllables } = useDesignerContext();
  const { setNodeRef, listeners } = useDraggable({ id: 'canvas' });
  const elementRef = useRef<HTMLDivElement | null>(null);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(canvasRef, () => elementRef.current);
  const setCanvas = useCallback(
    (element: HTMLDivElement | null) => {
      elementRef.current = element;
      setNodeRef(element);
    },
    [setNodeRef],
  );

  // the listeners are on the DOM document: browsers dispatch copy events at the text selection, not the focused element
  useEffect(() => {
    const hasFocusInside = (): boolean => canvasRef.current?.contains(document.activeElement) === true;
    const copyOrCut = (event: ClipboardEvent): void => {
      const nodes = hasFocusInside() ? outermostSelection(design) : [];
      if (nodes.length === 0) return;
      event.clipboardData?.setData('text/plain', clipboardText(nodes));
      event.preventDefault();
      if (event.type === 'cut') remove(design);
    };
    const pasteNodes = (event: ClipboardEvent): void => {
      if (!hasFocusInside() || !paste(design, event.clipboardData?.getData('text/plain') ?? '', syllables())) return;
      event.preventDefault();
      const id = design.selection()[0];
      if (id !== undefined) requestAnimationFrame(() => focusNode(canvasRef.current, id));
    };
    document.addEventListener('copy', copyOrCut);
    document.addEventListener('cut', copyOrCut);
    document.addEventListener('paste', pasteNodes);
    return () => {
      document.removeEventListener('copy', copyOrCut);
      document.removeEventListener('cut', copyOrCut);
      document.removeEventListener('paste', pasteNodes);
    };
  }, [design, canvasRef, syllables]);

  useEffect(
    () => design.registerVisibilityCheck((list) => canvasRef.current === null || isListShown(canvasRef.current, list)),
    [design, canvasRef],
  );

  // scrolls to the first selected node after an edit that also changed the selection, for example after adding nodes
  useEffect(() => {
    let [previousDoc, previousSelectedId] = [design.doc(), design.selection()[0]];
    return design.subscribe(() => {
      const [nextDoc, selectedId] = [design.doc(), design.selection()[0]];
      const isSelectionChangedByEdit =
        nextDoc !== previousDoc && selectedId !== undefined && selectedId !== previousSelectedId;
      [previousDoc, previousSelectedId] = [nextDoc, selectedId];
      if (isSelectionChangedByEdit)
        requestAnimationFrame(() =>
          canvasRef.current?.querySelector(`[data-id="${selectedId}"]`)?.scrollIntoView?.({ block: 'nearest' }),
        );
    });
  }, [design, canvasRef]);

  const onClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    if (target.closest('[data-no-select]') || isOpenPaneClick(event.nativeEvent)) return;
    const node = target.closest<HTMLElement>('[data-id]');
    if (!node) {
      if (target.closest('button, a, input') === null) design.select([]);
      return;
    }
    const id = Number(node.dataset.id);
    const selection = design.selection();
    if (event.shiftKey && selection.length > 0) design.select(idsBetween(design, selection[0] as number, id));
    else if (event.ctrlKey || event.metaKey)
      design.select(design.isSelected(id) ? selection.filter((selectedId) => selectedId !== id) : [...selection, id]);
    else design.select([id]);
    if (target.closest('button, a, [role="tab"]') === null) node.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (target !== canvasRef.current && target.dataset.id === undefined) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const isHandled = handleKey(design, event, isCommand);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
    const id = design.selection()[0];
    if (id !== undefined) requestAnimationFrame(() => focusNode(canvasRef.current, id));
    else canvasRef.current?.focus({ preventScroll: true });
  };

  /**
   * Performs the action of a pressed key. Returns true if the default action must be prevented; false for an unknown
   * key and for Enter, which moves the focus to the properties.
   */
  const handleKey = (editedDesign: Design, event: KeyboardEvent, isCommand: boolean): boolean => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (isCommand && key === 'd') duplicate(editedDesign, syllables());
    else if (isCommand && key === 'a')
      editedDesign.select(
        [...walk(editedDesign.doc())].filter(({ parent }) => parent === null).map(({ node }) => idOf(node)),
      );
    else if (isCommand) return false;
    else if (event.altKey && event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
      resizeBy(editedDesign, key === 'ArrowLeft' ? -1 : 1);
    else if (event.altKey && event.shiftKey && (key === 'ArrowUp' || key === 'ArrowDown'))
      moveIntoNeighbour(editedDesign, key === 'ArrowUp' ? -1 : 1);
    else if (event.altKey && (key === 'ArrowUp' || key === 'ArrowLeft')) moveByStep(editedDesign, -1);
    else if (event.altKey && (key === 'ArrowDown' || key === 'ArrowRight')) moveByStep(editedDesign, 1);
    else if (event.altKey) return false;
    else if (key === 'Delete' || key === 'Backspace') remove(editedDesign);
    else if (key === 'ArrowDown' || key === 'ArrowRight') selectByStep(editedDesign, 1);
    else if (key === 'ArrowUp' || key === 'ArrowLeft') selectByStep(editedDesign, -1);
    else if (key === 'Escape') selectParent(editedDesign);
    else if (key === 'Enter') findOnVisiblePage('[data-designer="properties"] input')?.focus();
    else return false;
    return key !== 'Enter';
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the role `application` handles keys and clicks
    <div
      ref={setCanvas}
      className={`ds-canvas ${className}`}
      style={style}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its nodes are selected by arrow keys
      tabIndex={0}
      role="application"
      aria-label="画布：方向键选择，Alt+方向键移动，Alt+Shift+左右键改宽度，Alt+Shift+上下键移入前后的容器，Delete 删除，回车到属性"
      data-designer="canvas"
      data-mode="edit"
      data-size={size}
      {...listeners}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

function focusNode(canvas: HTMLElement | null, id: number): void {
  const element = canvas?.querySelector<HTMLElement>(`[data-id="${id}"]`);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView?.({ block: 'nearest' });
}

/** Selects the next or previous node in document order. */
function selectByStep(design: Design, offset: -1 | 1): void {
  const ids = [...walk(design.doc())].map(({ node }) => idOf(node));
  const selectedId = design.selection().at(-1);
  const indexWithoutSelection = offset > 0 ? -1 : ids.length;
  const index = selectedId === undefined ? indexWithoutSelection : ids.indexOf(selectedId);
  const next = ids[Math.max(0, Math.min(ids.length - 1, index + offset))];
  if (next !== undefined) design.select([next]);
}

function selectParent(design: Design): void {
  const selectedId = design.selection()[0];
  const found = selectedId === undefined ? null : findNode(design.doc(), selectedId);
  design.select(found?.parent ? [idOf(found.parent)] : []);
}

import { DndContext, MouseSensor, TouchSensor, useSensor, useSensors, type DragStartEvent } from '@dnd-kit/core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { addItem, outermostSelection, moveTo, nameOfNode } from '../model/designActions.ts';
import type { PaletteItem } from '../model/palette.ts';
import { useDesignerContext } from '../designerContext.ts';
import { closedPaneHeader, dropAt, openPane } from './dropTarget.ts';

interface DraggedContent {
  tags: readonly string[];
  /** The text next to the pointer. */
  title: string;
  /** The palette item; null if nodes of the canvas are dragged. */
  item: PaletteItem | null;
}

const noCollisions = (): never[] => [];
const ignore = (): void => undefined;

/** Sensors that do not report moves to dnd-kit: each move would re-render everything below DndContext. */
class QuietMouse extends MouseSensor {
  constructor(props: ConstructorParameters<typeof MouseSensor>[0]) {
    super({ ...props, onMove: ignore });
  }
}
class QuietTouch extends TouchSensor {
  constructor(props: ConstructorParameters<typeof TouchSensor>[0]) {
    super({ ...props, onMove: ignore });
  }
}

/** Distance in pixels from the upper or lower edge of the stage within which a drag scrolls the stage. */
const EDGE_PX = 48;
/** Maximum scroll step in pixels. */
const MAX_SCROLL_PX = 16;

/** Time after which a drag over the header of a closed pane opens the pane. */
const OPEN_DELAY_MS = 500;

/** Returns the scroll step in pixels for a pointer near the upper or lower edge of the stage; 0 elsewhere. */
function scrollStep({ left, right, top, bottom }: DOMRect, { x, y }: { x: number; y: number }): number {
  if (x < left || x > right || y < top - EDGE_PX || y > bottom + EDGE_PX) return 0;
  const [up, down] = [top + EDGE_PX - y, y - (bottom - EDGE_PX)];
  const distance = up > 0 ? -up : Math.max(0, down);
  return Math.max(-MAX_SCROLL_PX, Math.min(MAX_SCROLL_PX, distance / 2));
}

/**
 * Mouse and touch dragging from the palette and within the canvas. A line shows the insertion point. While the pointer
 * moves, the DOM is changed directly, without a React render.
 */
export function Dragging({ canvas, children }: { canvas: RefObject<HTMLElement | null>; children: ReactNode }) {
  const { design, syllables } = useDesignerContext();
  const sensors = useSensors(
    useSensor(QuietMouse, { activationConstraint: { distance: 5 } }),
    useSensor(QuietTouch, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  const [dragged, setDragged] = useState<DraggedContent | null>(null);
  const insertionLine = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLDivElement>(null);
  // refs in addition to the state: the mouse button may be released before React has rendered the start of the drag
  const draggedRef = useRef<DraggedContent | null>(null);
  const pointer = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    let frame = 0;
    let scrollTimer: ReturnType<typeof setInterval> | undefined;
    let hoveredHeader: HTMLElement | null = null;
    let openTimer: ReturnType<typeof setTimeout> | undefined;
    const hoverHeader = (next: HTMLElement | null): void => {
      if (next === hoveredHeader) return;
      hoveredHeader = next;
      clearTimeout(openTimer);
      if (next)
        openTimer = setTimeout(() => {
          if (draggedRef.current) openPane(next);
        }, OPEN_DELAY_MS);
    };
    const stopScrolling = (): void => {
      clearInterval(scrollTimer);
      scrollTimer = undefined;
    };
    const scroll = (): void => {
      const [position, stage] = [pointer.current, canvas.current?.closest('.ds-stage-scroll')];
      const step = draggedRef.current && position && stage ? scrollStep(stage.getBoundingClientRect(), position) : 0;
      if (step === 0 || !stage) return stopScrolling();
      stage.scrollTop += step;
      showInsertionPoint();
    };
    const showInsertionPoint = (): void => {
      const [content, position] = [draggedRef.current, pointer.current];
      const elementBelow = content && position ? document.elementFromPoint(position.x, position.y) : null;
      const drop =
        content && position && canvas.current
          ? dropAt(canvas.current, elementBelow, position.x, position.y, content.tags)
          : null;
      hoverHeader(canvas.current && elementBelow ? closedPaneHeader(canvas.current, elementBelow) : null);
      if (label.current && position) label.current.style.translate = `${position.x + 8}px ${position.y + 8}px`;
      if (!insertionLine.current) return;
      insertionLine.current.hidden = drop === null;
      if (!drop) return;
      const { left, top, width, height } = drop.line;
      Object.assign(insertionLine.current.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    };
    const move = (event: MouseEvent | TouchEvent): void => {
      const point = 'touches' in event ? event.touches[0] : event;
      if (!point) return;
      pointer.current = { x: point.clientX, y: point.clientY };
      if (!draggedRef.current) return hoverHeader(null);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(showInsertionPoint);
      scrollTimer ??= setInterval(scroll, 30);
    };
    // in the capture phase, before the listeners of dnd-kit, so that the pointer position is known when the drag ends
    const listenerOptions = { passive: true, capture: true } as const;
    // a long press may end without a move
    const events = ['mousemove', 'mouseup', 'touchstart', 'touchmove'] as const;
    for (const name of events) window.addEventListener(name, move, listenerOptions);
    return () => {
      stopScrolling();
      hoverHeader(null);
      cancelAnimationFrame(frame);
      for (const name of events) window.removeEventListener(name, move, listenerOptions);
    };
  }, [canvas]);

  const setDrag = (current: DraggedContent | null): void => {
    draggedRef.current = current;
    setDragged(current);
    if (current === null && insertionLine.current) insertionLine.current.hidden = true;
  };
  const start = ({ active, activatorEvent }: DragStartEvent): void => {
    const item = (active.data.current as { item?: PaletteItem } | undefined)?.item ?? null;
    if (item) {
      setDrag({ tags: item.nodes.map(({ tag }) => tag), title: item.title, item });
      return;
    }
    const node = (activatorEvent.target as Element | null)?.closest<HTMLElement>('[data-id]');
    const id = Number(node?.dataset.id);
    if (!node || Number.isNaN(id)) return;
    if (!design.isSelected(id)) design.select([id]);
    const nodes = outermostSelection(design);
    const [first] = nodes;
    setDrag({
      tags: nodes.map(({ tag }) => tag),
      title: nodes.length === 1 && first ? nameOfNode(first) : `${nodes.length} 个元素`,
      item: null,
    });
  };
  const end = (): void => {
    const [current, position] = [draggedRef.current, pointer.current];
    setDrag(null);
    const elementBelow = position ? document.elementFromPoint(position.x, position.y) : null;
    const drop =
      current && position && canvas.current
        ? dropAt(canvas.current, elementBelow, position.x, position.y, current.tags)
        : null;
    if (!drop || !current) return;
    if (current.item) addItem(design, current.item, syllables(), drop.target);
    else moveTo(design, drop.target);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={noCollisions}
      // dnd-kit would scroll the palette, where the drag started
      autoScroll={false}
      onDragStart={start}
      onDragEnd={end}
      onDragCancel={() => setDrag(null)}
    >
      {children}
      <div ref={insertionLine} className="ds-drop-line" hidden={true} data-dragging={dragged !== null} />
      {dragged ? (
        <div ref={label} className="ds-dragged ds-carried">
          {dragged.title}
        </div>
      ) : null}
    </DndContext>
  );
}

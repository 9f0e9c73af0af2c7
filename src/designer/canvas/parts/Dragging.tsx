import { DndContext, MouseSensor, TouchSensor, useSensor, useSensors, type DragStartEvent } from '@dnd-kit/core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { addItem, chosenNodes, moveTo, nameOfNode } from '../model/acts.ts';
import type { PaletteItem } from '../model/palette.ts';
import { useDesigning } from '../useDesign.ts';
import { closedHead, dropAt, openPane } from './dropTarget.ts';

/** What is being dragged: its tags, and what is written beside the pointer. */
interface Dragged {
  tags: readonly string[];
  title: string;
  item: PaletteItem | null;
}

const none = (): never[] => [];
const nothing = (): void => undefined;

/** Sensors that begin and end a drag and keep its moves to themselves: each would render everything below DndContext. */
class QuietMouse extends MouseSensor {
  constructor(props: ConstructorParameters<typeof MouseSensor>[0]) {
    super({ ...props, onMove: nothing });
  }
}
class QuietTouch extends TouchSensor {
  constructor(props: ConstructorParameters<typeof TouchSensor>[0]) {
    super({ ...props, onMove: nothing });
  }
}

/** Pixels from the upper and lower edge of the stage within which a drag scrolls it, and by how much at most. */
const EDGE = 48;
const FASTEST = 16;

/** Milliseconds that a drag must hover over the header of a closed pane before the pane opens. */
const OPENS_AFTER = 500;

/** How far a stage is scrolled for a pointer near its upper or lower edge; 0 elsewhere and beside it. */
function stepAtEdge({ left, right, top, bottom }: DOMRect, { x, y }: { x: number; y: number }): number {
  if (x < left || x > right || y < top - EDGE || y > bottom + EDGE) return 0;
  const [up, down] = [top + EDGE - y, y - (bottom - EDGE)];
  const into = up > 0 ? -up : down > 0 ? down : 0;
  return Math.max(-FASTEST, Math.min(FASTEST, into / 2));
}

/** Mouse and touch dragging from the palette and within the canvas. Where it would go is shown by a line; nothing is rendered while the pointer moves. */
export function Dragging({ canvas, children }: { canvas: RefObject<HTMLElement | null>; children: ReactNode }) {
  const { design, syllables } = useDesigning();
  const sensors = useSensors(
    useSensor(QuietMouse, { activationConstraint: { distance: 5 } }),
    useSensor(QuietTouch, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const line = useRef<HTMLDivElement>(null);
  const carried = useRef<HTMLDivElement>(null);
  // refs beside the state: the mouse button may be released before React has rendered the start of the drag
  const held = useRef<Dragged | null>(null);
  const point = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    let frame = 0;
    let scrolling: ReturnType<typeof setInterval> | undefined;
    let head: HTMLElement | null = null;
    let opening: ReturnType<typeof setTimeout> | undefined;
    const restOn = (next: HTMLElement | null): void => {
      if (next === head) return;
      head = next;
      clearTimeout(opening);
      if (next)
        opening = setTimeout(() => {
          if (held.current) openPane(next);
        }, OPENS_AFTER);
    };
    const stop = (): void => {
      clearInterval(scrolling);
      scrolling = undefined;
    };
    const scroll = (): void => {
      const [at, stage] = [point.current, canvas.current?.closest('.ds-stage-scroll')];
      const by = held.current && at && stage ? stepAtEdge(stage.getBoundingClientRect(), at) : 0;
      if (by === 0 || !stage) return stop();
      stage.scrollTop += by;
      show();
    };
    const show = (): void => {
      const [what, at] = [held.current, point.current];
      const below = what && at ? document.elementFromPoint(at.x, at.y) : null;
      const found = what && at && canvas.current ? dropAt(canvas.current, below, at.x, at.y, what.tags) : null;
      restOn(canvas.current && below ? closedHead(canvas.current, below) : null);
      if (carried.current && at) carried.current.style.translate = `${at.x + 8}px ${at.y + 8}px`;
      if (!line.current) return;
      line.current.hidden = found === null;
      if (!found) return;
      const { left, top, width, height } = found.line;
      Object.assign(line.current.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    };
    const move = (event: MouseEvent | TouchEvent): void => {
      const touched = 'touches' in event ? event.touches[0] : event;
      if (!touched) return;
      point.current = { x: touched.clientX, y: touched.clientY };
      if (!held.current) return restOn(null);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(show);
      scrolling ??= setInterval(scroll, 30);
    };
    // before the drag's own listeners, so that the place is known when it ends
    const early = { passive: true, capture: true } as const;
    const events = ['mousemove', 'mouseup', 'touchmove'] as const;
    for (const name of events) window.addEventListener(name, move, early);
    return () => {
      stop();
      restOn(null);
      cancelAnimationFrame(frame);
      for (const name of events) window.removeEventListener(name, move, early);
    };
  }, [canvas]);

  const hold = (what: Dragged | null): void => {
    held.current = what;
    setDragged(what);
    if (what === null && line.current) line.current.hidden = true;
  };
  const start = ({ active, activatorEvent }: DragStartEvent): void => {
    const item = (active.data.current as { item?: PaletteItem } | undefined)?.item ?? null;
    if (item) {
      hold({ tags: item.nodes.map(({ tag }) => tag), title: item.title, item });
      return;
    }
    const node = (activatorEvent.target as Element | null)?.closest<HTMLElement>('[data-id]');
    const id = Number(node?.dataset.id);
    if (!node || Number.isNaN(id)) return;
    if (!design.isSelected(id)) design.select([id]);
    const nodes = chosenNodes(design);
    const [first] = nodes;
    hold({
      tags: nodes.map(({ tag }) => tag),
      title: nodes.length === 1 && first ? nameOfNode(first) : `${nodes.length} 个元素`,
      item: null,
    });
  };
  const end = (): void => {
    const [what, at] = [held.current, point.current];
    hold(null);
    const below = at ? document.elementFromPoint(at.x, at.y) : null;
    const found = what && at && canvas.current ? dropAt(canvas.current, below, at.x, at.y, what.tags) : null;
    if (!found || !what) return;
    if (what.item) addItem(design, what.item, syllables(), found.target);
    else moveTo(design, found.target);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={none}
      // the library would scroll the palette, which the pointer comes from
      autoScroll={false}
      onDragStart={start}
      onDragEnd={end}
      onDragCancel={() => hold(null)}
    >
      {children}
      <div ref={line} className="ds-drop-line" hidden={true} data-dragging={dragged !== null} />
      {dragged ? (
        <div ref={carried} className="ds-dragged ds-carried">
          {dragged.title}
        </div>
      ) : null}
    </DndContext>
  );
}

import {
  DndContext,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragStartEvent,
} from '@dnd-kit/core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { addItem, chosenNodes, moveTo, nameOfNode } from '../model/acts.ts';
import type { PaletteItem } from '../model/palette.ts';
import { useDesigning } from '../useDesign.ts';
import { dropAt, type Drop } from './dropTarget.ts';

/** What is being dragged: its tags, and what is written beside the pointer. */
interface Dragged {
  tags: readonly string[];
  title: string;
  item: PaletteItem | null;
}

const none = (): never[] => [];

/** Mouse and touch dragging from the palette and within the canvas. Where it would go is shown by a line; nothing is rendered while the pointer moves. */
export function Dragging({ canvas, children }: { canvas: RefObject<HTMLElement | null>; children: ReactNode }) {
  const { design, syllables } = useDesigning();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const line = useRef<HTMLDivElement>(null);
  const drop = useRef<Drop | null>(null);
  const point = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    if (!dragged) return undefined;
    const shown = line.current;
    let frame = 0;
    const show = (x: number, y: number): void => {
      const found = canvas.current ? dropAt(canvas.current, x, y, dragged.tags) : null;
      drop.current = found;
      if (!line.current) return;
      line.current.hidden = found === null;
      if (found) {
        const { left, top, width, height } = found.line;
        Object.assign(line.current.style, {
          left: `${left}px`,
          top: `${top}px`,
          width: `${width}px`,
          height: `${height}px`,
        });
      }
    };
    const move = (event: MouseEvent | TouchEvent): void => {
      const touched = 'touches' in event ? event.touches[0] : event;
      if (!touched) return;
      const { clientX, clientY } = touched;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => show(clientX, clientY));
      point.current = { x: clientX, y: clientY };
    };
    window.addEventListener('mousemove', move, { passive: true });
    window.addEventListener('touchmove', move, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      if (shown) shown.hidden = true;
      window.removeEventListener('mousemove', move);
      window.removeEventListener('touchmove', move);
    };
  }, [dragged, canvas]);

  const start = ({ active, activatorEvent }: DragStartEvent): void => {
    drop.current = null;
    point.current = null;
    const item = (active.data.current as { item?: PaletteItem } | undefined)?.item ?? null;
    if (item) {
      setDragged({ tags: item.nodes.map(({ tag }) => tag), title: item.title, item });
      return;
    }
    const node = (activatorEvent.target as Element | null)?.closest<HTMLElement>('[data-id]');
    const id = Number(node?.dataset.id);
    if (!node || Number.isNaN(id)) return;
    if (!design.isSelected(id)) design.select([id]);
    const nodes = chosenNodes(design);
    const [first] = nodes;
    setDragged({
      tags: nodes.map(({ tag }) => tag),
      title: nodes.length === 1 && first ? nameOfNode(first) : `${nodes.length} 个元素`,
      item: null,
    });
  };
  const end = (): void => {
    const what = dragged;
    // what is let go before the next frame is dropped where it is
    const at = point.current;
    const found = what && at && canvas.current ? dropAt(canvas.current, at.x, at.y, what.tags) : drop.current;
    point.current = null;
    drop.current = null;
    setDragged(null);
    if (!found || !what) return;
    if (what.item) addItem(design, what.item, syllables(), found.target);
    else moveTo(design, found.target);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={none}
      onDragStart={start}
      onDragEnd={end}
      onDragCancel={() => {
        drop.current = null;
        setDragged(null);
      }}
    >
      {children}
      <div ref={line} className="ds-drop-line" hidden={true} data-dragging={dragged !== null} />
      <DragOverlay dropAnimation={null}>
        {dragged ? <span className="ds-dragged">{dragged.title}</span> : null}
      </DragOverlay>
    </DndContext>
  );
}

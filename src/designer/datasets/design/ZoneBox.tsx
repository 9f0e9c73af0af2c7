import { useDroppable } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import type { Zone } from './FieldTree.tsx';

/** A zone that fields can be dropped into. */
export function ZoneBox({
  zone,
  title,
  hint,
  tools,
  isEmpty,
  children,
}: {
  zone: Zone;
  title: string;
  hint: string;
  tools?: ReactNode;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const { setNodeRef, isOver } = useDroppable({ id: zone });
  return (
    <section ref={setNodeRef} className="dd-zone" aria-label={title} data-zone={zone} data-over={isOver}>
      <header>
        <h4>{title}</h4>
        {tools}
      </header>
      {isEmpty ? <p className="dd-zone-empty">{hint}</p> : children}
    </section>
  );
}

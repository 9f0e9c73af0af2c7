import { useDroppable } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import type { Zone } from './FieldTree.tsx';

interface Props {
  title: string;
  hint: string;
  tools?: ReactNode;
  isEmpty: boolean;
  children: ReactNode;
}

/** A zone for dropping fields. */
export function ZoneBox({ zone, ...box }: Props & { zone: Zone }) {
  const { setNodeRef, isOver } = useDroppable({ id: zone });
  return (
    <div ref={setNodeRef} className="dd-drop" data-zone={zone} data-over={isOver}>
      <ZoneSection {...box} />
    </div>
  );
}

/** A section of the design view with a title; `hint` is shown if the section is empty. */
export const ZoneSection = ({ title, hint, tools, isEmpty, children }: Props) => (
  <section className="dd-zone" aria-label={title}>
    <header>
      <h4>{title}</h4>
      {tools}
    </header>
    {isEmpty ? <p className="dd-zone-empty">{hint}</p> : null}
    {children}
  </section>
);

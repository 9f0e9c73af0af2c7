import { Breadcrumb } from 'antd';
import type { ReactNode } from 'react';

interface Props<S> {
  /** The areas from the largest one down to the shown area; each contains the next one. */
  areas: readonly S[];
  /** Shown next to the path. */
  children?: ReactNode;
  onSelect(area: S, index: number): void;
}

/** The breadcrumb above a map: the areas that contain the shown area, as buttons, and the shown area. */
export function MapPath<S extends { name: string }>({ areas, children, onSelect }: Props<S>) {
  return (
    <nav className="sc-map-bar" aria-label="区划">
      <Breadcrumb
        items={areas.map((area, index) => ({
          title:
            index === areas.length - 1 ? (
              <span aria-current="location">{area.name}</span>
            ) : (
              <button type="button" className="sc-link" onClick={() => onSelect(area, index)}>
                {area.name}
              </button>
            ),
        }))}
      />
      {children}
    </nav>
  );
}

import { Breadcrumb } from 'antd';
import type { ReactNode } from 'react';

interface Props<S> {
  /** The areas from the largest one down to the shown area; each contains the next one. */
  steps: readonly S[];
  /** Shown next to the path. */
  children?: ReactNode;
  onStep(step: S, index: number): void;
}

/** The breadcrumb above a map: the areas that contain the shown area, as buttons, and the shown area. */
export function MapPath<S extends { name: string }>({ steps, children, onStep }: Props<S>) {
  return (
    <nav className="sc-map-bar" aria-label="区划">
      <Breadcrumb
        items={steps.map((step, index) => ({
          title:
            index === steps.length - 1 ? (
              <span aria-current="location">{step.name}</span>
            ) : (
              <button type="button" className="sc-link" onClick={() => onStep(step, index)}>
                {step.name}
              </button>
            ),
        }))}
      />
      {children}
    </nav>
  );
}

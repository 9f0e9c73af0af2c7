import { Breadcrumb } from 'antd';
import type { ReactNode } from 'react';

interface Props<S> {
  /** The drawn area last, before it the areas that contain it. */
  steps: readonly S[];
  /** Shown beside the path. */
  children?: ReactNode;
  onStep(step: S, index: number): void;
}

/** The path to the drawn area of a map; each area above it is a button. */
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

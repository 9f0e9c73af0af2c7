import type { ReactNode } from 'react';

/** A setting with its name above. */
export const Item = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="fd-item">
    <span className="fd-label">{label}</span>
    {children}
  </div>
);

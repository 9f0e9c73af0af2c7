import type { ReactNode } from 'react';

/** A labelled setting; the label is above the control. */
export const LabelledSetting = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="fd-item">
    <span className="fd-label">{label}</span>
    {children}
  </div>
);

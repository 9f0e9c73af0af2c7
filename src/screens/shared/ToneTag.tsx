import { Tag } from 'antd';
import type { ReactNode } from 'react';

/** Colours of small tags; dark enough on their ground to be read by everyone (WCAG AA), which the ready-made ones are not. */
export type Tone = 'plain' | 'busy' | 'warn' | 'good' | 'bad';

export const ToneTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Tag className={`sc-tag sc-tag-${tone}`}>{children}</Tag>
);

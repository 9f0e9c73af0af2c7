import { Tag } from 'antd';
import type { ReactNode } from 'react';

/** Colours of small tags. Unlike antd's colours they have the contrast that WCAG AA requires. */
export type Tone = 'plain' | 'busy' | 'warn' | 'good' | 'bad';

export const StatusTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Tag className={`sc-tag sc-tag-${tone}`}>{children}</Tag>
);

import type { ReactNode } from 'react';
import { Space } from 'antd';

/** Returns the text of an addon in a document; null if there is none. */
export const addonText = (addon: unknown): string | null => (typeof addon === 'string' && addon !== '' ? addon : null);

/** Adds fixed texts before and after a control (prefix, unit). `isHidden`: omits them, e.g. in a table cell. */
export function Addons({
  before,
  after,
  isHidden = false,
  children,
}: {
  before?: unknown;
  after?: unknown;
  isHidden?: boolean;
  children: ReactNode;
}) {
  const [beforeText, afterText] = [addonText(before), addonText(after)];
  if (isHidden || (beforeText === null && afterText === null)) return children;
  return (
    <Space.Compact className="sf-fill">
      {beforeText !== null && <Space.Addon>{beforeText}</Space.Addon>}
      {children}
      {afterText !== null && <Space.Addon>{afterText}</Space.Addon>}
    </Space.Compact>
  );
}

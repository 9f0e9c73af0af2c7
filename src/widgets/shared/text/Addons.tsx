import type { ReactNode } from 'react';
import { Space } from 'antd';

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
  const texts = [addonText(before), addonText(after)];
  if (isHidden || texts.every((text) => text === null)) return children;
  return (
    <Space.Compact className="sf-fill">
      {texts[0] !== null && <Space.Addon>{texts[0]}</Space.Addon>}
      {children}
      {texts[1] !== null && <Space.Addon>{texts[1]}</Space.Addon>}
    </Space.Compact>
  );
}

import type { ReactNode } from 'react';
import { Space } from 'antd';

export const addonText = (addon: unknown): string | null => (typeof addon === 'string' && addon !== '' ? addon : null);

/** A control with a fixed text before or after it (prefix, unit); in a cell there is no room for either. */
export function Addons({
  before,
  after,
  isOff = false,
  children,
}: {
  before?: unknown;
  after?: unknown;
  isOff?: boolean;
  children: ReactNode;
}) {
  const texts = [addonText(before), addonText(after)];
  if (isOff || texts.every((text) => text === null)) return children;
  return (
    <Space.Compact className="sf-fill">
      {texts[0] !== null && <Space.Addon>{texts[0]}</Space.Addon>}
      {children}
      {texts[1] !== null && <Space.Addon>{texts[1]}</Space.Addon>}
    </Space.Compact>
  );
}

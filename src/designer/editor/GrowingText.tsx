import { Input } from 'antd';
import type { ComponentProps, CSSProperties } from 'react';

interface Props extends Omit<ComponentProps<typeof Input.TextArea>, 'autoSize' | 'rows'> {
  /** Rows shown while there is little text. */
  minRows: number;
  /** Rows above which it scrolls. */
  maxRows: number;
}

/**
 * A text area that grows with its text. The style sheet says how: measuring by script forces a layout of the whole
 * designer for each one. A browser without `field-sizing` shows `minRows`, which the person can drag.
 */
export const GrowingText = ({ minRows, maxRows, style, ...rest }: Props) => (
  <Input.TextArea
    {...rest}
    rows={minRows}
    className="ds-growing"
    style={{ '--min-rows': minRows, '--max-rows': maxRows, ...style } as CSSProperties}
  />
);

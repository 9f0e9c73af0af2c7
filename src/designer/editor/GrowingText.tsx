import { Input } from 'antd';
import type { ComponentProps, CSSProperties } from 'react';

interface Props extends Omit<ComponentProps<typeof Input.TextArea>, 'autoSize' | 'rows'> {
  /** Minimum number of rows. */
  minRows: number;
  /** Maximum number of rows; longer texts scroll. */
  maxRows: number;
}

/**
 * A text area that grows with its text by CSS (`field-sizing`): measurement by script would force a layout of the whole
 * designer for each text area. A browser without `field-sizing` shows `minRows`; the user can resize the area.
 */
export const GrowingText = ({ minRows, maxRows, style, ...rest }: Props) => (
  <Input.TextArea
    {...rest}
    rows={minRows}
    className="ds-growing"
    style={{ '--min-rows': minRows, '--max-rows': maxRows, ...style } as CSSProperties}
  />
);

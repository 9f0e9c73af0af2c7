import { ConfigProvider } from 'antd';
import type { KeyboardEvent } from 'react';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import '../shared/choice/choices.css';
import '../shared/widgets.css';

/** The state that each arrow key sets. */
const ARROWS: Readonly<Record<string, boolean>> = { ArrowLeft: false, ArrowRight: true };

/** A switch that stores '1' or '0', not true or false (FT-008, ED-003). */
export function Edit({ id, node, value, onChange, disabled, describedBy, isCell }: EditProps<NodeByTag['el-switch']>) {
  const isSmall = ConfigProvider.useConfig().componentSize === 'small';
  const isOn = value === '1' || value === 1 || value === true;
  const text = isOn ? node['active-text'] : node['inactive-text'];
  const setOn = (next: boolean): void => {
    if (next !== isOn) onChange(next ? '1' : '0');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = ARROWS[event.key];
    if (next !== undefined) setOn(next);
  };
  return (
    <button
      id={id}
      type="button"
      role="switch"
      className={`sf-toggle${isCell ? '' : ' sf-switch'}${isSmall ? ' sf-toggle-small' : ''}`}
      aria-checked={isOn}
      disabled={disabled}
      {...(isCell ? { autoFocus: true } : {})}
      onClick={() => setOn(!isOn)}
      onKeyDown={onKeyDown}
      aria-describedby={describedBy}
      aria-label={isCell || node.label === undefined ? (node.label ?? '开关') : undefined}
    >
      {text !== undefined && text !== '' && <span>{text}</span>}
    </button>
  );
}

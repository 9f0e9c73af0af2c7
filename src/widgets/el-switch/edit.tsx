import { Switch } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/faces.ts';
import '../shared/widgets.css';

/** FT-008, ED-003: '1' and '0', never true and false. */
export function Edit({ id, node, value, onChange, disabled, describedBy, isCell }: EditProps<NodeByTag['el-switch']>) {
  return (
    <Switch
      id={id}
      className={isCell ? undefined : 'sf-switch'}
      checked={value === '1' || value === 1 || value === true}
      checkedChildren={node['active-text']}
      unCheckedChildren={node['inactive-text']}
      disabled={disabled}
      {...(isCell ? { autoFocus: true } : {})}
      onChange={(isOn) => onChange(isOn ? '1' : '0')}
      aria-describedby={describedBy}
      aria-label={isCell || node.label === undefined ? node.label ?? '开关' : undefined}
    />
  );
}

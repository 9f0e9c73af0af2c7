import { Rate } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { starsOf, wordOf } from './definition.ts';
import '../shared/widgets.css';

/** Arrow keys change the stars; choosing the same one again takes the mark back. */
export function Edit({
  id,
  node,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  isCell,
}: EditProps<NodeByTag['el-rate']>) {
  const given = typeof value === 'number' ? value : 0;
  return (
    <fieldset id={id} className="sf-group sf-rate" {...groupAriaOf({ id, node, invalid, describedBy, isCell })}>
      <Rate
        count={starsOf(node)}
        allowHalf={node['allow-half'] === true}
        value={given}
        disabled={disabled}
        {...(isCell ? { autoFocus: true } : {})}
        onBlur={onBlur}
        onChange={(next) => onChange(next === 0 ? null : next)}
      />
      {node['show-text'] === true && given > 0 && <span className="sf-rate-text">{wordOf(given, node)}</span>}
    </fieldset>
  );
}
